using Load.Config.Keys;
using Load.Config.Options;
using Load.Diagnostics;
using Load.Engine;
using Load.Experiment;
using Load.Validity;

namespace Load.Config.Readers;

/// <summary>What to compare, and how.</summary>
internal sealed class ComparisonReader(OptionValues fields, RequestSet requests)
{
    private const string OwnHost = "a variant has one of its own by --vary strategy=a,b@http://host:port";
    private readonly DiagnosticList _mistakes = fields.Mistakes;

    /// <returns>Null where something is wrong.</returns>
    public ExperimentPlan? Plan(IReadOnlyList<Stage> phases, OpenLoopLimits limits)
    {
        var variations = new VariationReader(fields).Variations();
        Check([.. variations.Select(one => one.Name)], phases);
        if (_mistakes.Count > 0)
            return null;

        var groups = fields.PartsOf(ComparisonKeys.Groups);
        Variant[] variants = [.. variations.Select(one => VariantOf(one, GroupOf(one.Name, groups)))];
        var wanted = fields.ValueOf(ComparisonKeys.Baseline);
        return new ExperimentPlan(
            variants,
            variants.FirstOrDefault(variant => variant.Name == wanted) ?? variants[0],
            phases[0].Profile,
            fields.ValueOf(ComparisonKeys.Rounds),
            fields.ValueOf(ComparisonKeys.Slice)!.Value,
            fields.ValueOf(ComparisonKeys.Warmup)!.Value,
            fields.ValueOf(ComparisonKeys.SliceWarmup)!.Value,
            requests.Seed)
        {
            Limits = limits,
            CoolDown = fields.ValueOf(MonitorKeys.Settle)!.Value,
            Thresholds = fields.ValuesOf(RunKeys.Pass),
            Groups = groups.ToDictionary(group => NameOf(group) ?? "", group => group.ValueOf(GroupKeys.Words) ?? ""),
        };
    }

    private void Check(string[] names, IReadOnlyList<Stage> phases)
    {
        var groups = fields.PartsOf(ComparisonKeys.Groups);
        foreach (var group in groups.Where(group => NameOf(group) is null))
            _mistakes.Add(group.Place, "a group without a name", "name: old");
        foreach (var group in groups.GroupBy(NameOf).Where(same => same.Count() > 1).Select(same => same.Last()))
            _mistakes.Add(group.PlaceOf(GroupKeys.Name), $"two groups are named {NameOf(group)}", "a name for each");

        foreach (var twice in names.GroupBy(name => name).Where(same => same.Count() > 1))
        {
            var place = fields.PlaceOf(ComparisonKeys.Variants);
            _mistakes.Add(place, $"two variants are named {twice.Key}", "a name for each");
        }

        if (fields.ValueOf(ComparisonKeys.Baseline) is { } wanted && !names.Contains(wanted))
        {
            var place = fields.PlaceOf(ComparisonKeys.Baseline);
            _mistakes.Add(place, $"found {wanted}, expected one of {string.Join(", ", names)}");
        }

        if (requests.BaseUrls is { Count: > 1 } hosts)
        {
            var place = fields.PlaceOf(RequestKeys.Url);
            _mistakes.Add(place, $"found {string.Join(", ", hosts)}, expected one host: {OwnHost}");
        }

        if (phases.Count > 1)
        {
            var place = fields.PlaceOf(LoadProfileKeys.Phases);
            _mistakes.Add(place, $"found {phases.Count} phases, expected one", "load run");
        }
    }

    private Variant VariantOf(Variation variation, string? group)
    {
        var target = requests.TargetOf(variation.ApplyTo);
        return new Variant(
            variation.Name,
            target,
            new MonitorReader(fields).Read(target.BaseUrl, variation.BaseUrl is not null, variation.Processes))
        {
            Group = group,
            Summary = variation.Summary,
        };
    }

    private static string? GroupOf(string variant, IReadOnlyList<OptionValues> groups) =>
        groups.FirstOrDefault(group => group.ValuesOf(GroupKeys.Variants).Contains(variant)) is { } mine
            ? NameOf(mine)
            : null;

    private static string? NameOf(OptionValues group) => group.Has(GroupKeys.Name) ? group.ValueOf(GroupKeys.Name) : null;
}
