using Load.Config.Keys;
using Load.Config.Options;
using Load.Diagnostics;
using Load.Engine;
using Load.Experiment;
using Load.Validity;

namespace Load.Config.Readers;

/// <summary>What to compare, and how.</summary>
internal sealed class ComparisonReader(OptionValues values, RequestSet requests)
{
    private const string OwnHost = "a variant has one of its own by --vary strategy=a,b@http://host:port";
    private readonly DiagnosticList _diagnostics = values.Diagnostics;

    /// <returns>Null where something is wrong.</returns>
    public ExperimentPlan? ReadPlan(IReadOnlyList<Stage> phases, OpenLoopLimits limits)
    {
        var variations = new VariationReader(values).Read();
        Check([.. variations.Select(one => one.Name)], phases);
        if (_diagnostics.Count > 0)
            return null;

        var groups = values.GetItems(ComparisonKeys.Groups);
        Variant[] variants = [.. variations.Select(one => CreateVariant(one, GetGroup(one.Name, groups)))];
        var wanted = values.GetValue(ComparisonKeys.Baseline);
        return new ExperimentPlan(
            variants,
            variants.FirstOrDefault(variant => variant.Name == wanted) ?? variants[0],
            phases[0].Workload,
            values.GetValue(ComparisonKeys.Rounds),
            values.GetValue(ComparisonKeys.Slice)!.Value,
            values.GetValue(ComparisonKeys.Warmup)!.Value,
            values.GetValue(ComparisonKeys.SliceWarmup)!.Value,
            requests.Seed)
        {
            Limits = limits,
            Settle = values.GetValue(MonitorKeys.Settle)!.Value,
            Thresholds = values.GetValues(RunKeys.Pass),
            Groups = groups.ToDictionary(group => GetName(group) ?? "", group => group.GetValue(GroupKeys.Words) ?? ""),
        };
    }

    private void Check(string[] names, IReadOnlyList<Stage> phases)
    {
        var groups = values.GetItems(ComparisonKeys.Groups);
        foreach (var group in groups.Where(group => GetName(group) is null))
            _diagnostics.Add(group.Location, "a group without a name", "name: old");
        foreach (var group in groups.GroupBy(GetName).Where(same => same.Count() > 1).Select(same => same.Last()))
            _diagnostics.Add(group.GetLocation(GroupKeys.Name), $"two groups are named {GetName(group)}", "a name for each");

        foreach (var twice in names.GroupBy(name => name).Where(same => same.Count() > 1))
        {
            var place = values.GetLocation(ComparisonKeys.Variants);
            _diagnostics.Add(place, $"two variants are named {twice.Key}", "a name for each");
        }

        if (values.GetValue(ComparisonKeys.Baseline) is { } wanted && !names.Contains(wanted))
        {
            var place = values.GetLocation(ComparisonKeys.Baseline);
            _diagnostics.Add(place, $"found {wanted}, expected one of {string.Join(", ", names)}");
        }

        if (requests.BaseUrls is { Count: > 1 } hosts)
        {
            var place = values.GetLocation(RequestKeys.Url);
            _diagnostics.Add(place, $"found {string.Join(", ", hosts)}, expected one host: {OwnHost}");
        }

        if (phases.Count > 1)
        {
            var place = values.GetLocation(LoadProfileKeys.Phases);
            _diagnostics.Add(place, $"found {phases.Count} phases, expected one", "load run");
        }
    }

    private Variant CreateVariant(Variation variation, string? group)
    {
        var target = requests.TargetOf(variation.Changed);
        return new Variant(
            variation.Name,
            target,
            new MonitorReader(values).Read(target.BaseUrl, variation.BaseUrl is not null, variation.Processes))
        {
            Group = group,
            Summary = variation.Summary,
        };
    }

    private static string? GetGroup(string variant, IReadOnlyList<OptionValues> groups) =>
        groups.FirstOrDefault(group => group.GetValues(GroupKeys.Variants).Contains(variant)) is { } mine
            ? GetName(mine)
            : null;

    private static string? GetName(OptionValues group) => group.Has(GroupKeys.Name) ? group.GetValue(GroupKeys.Name) : null;
}
