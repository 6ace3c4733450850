using Load.Checking;
using Load.Comparing;
using Load.Reading;
using Load.Running;
using Load.Scraping;

namespace Load.Settings;

/// <summary>What to compare, and how.</summary>
internal sealed class ComparisonReader(Fields fields, Requests requests)
{
    private const string OwnHost = "a variant has one of its own by --vary strategy=a,b@http://host:port";
    private readonly MistakeList _mistakes = fields.Mistakes;

    /// <returns>Null where something is wrong that leaves no plan.</returns>
    public ComparisonPlan? Plan(IReadOnlyList<Phase> phases, OpenLimits limits)
    {
        var variations = Variations();
        if (variations.Count < 2 || !CanTell(variations) || phases.Count != 1 || _mistakes.Count > 0)
        {
            if (phases.Count > 1)
                _mistakes.Add(fields.PlaceOf(WorkloadKeys.Phases), $"found {phases.Count} phases, expected one", "load run");
            return null;
        }

        var tiers = fields.ValuesOf(ComparisonKeys.Tiers);
        var groups = fields.PartsOf(ComparisonKeys.Groups);
        Variant[] variants = [.. variations.Select(one => VariantOf(one, tiers, GroupOf(one.Name, groups)))];
        var wanted = fields.ValueOf(ComparisonKeys.Baseline);
        return new ComparisonPlan(
            variants,
            variants.FirstOrDefault(variant => variant.Name == wanted) ?? variants[0],
            phases[0].Workload,
            fields.ValueOf(ComparisonKeys.Rounds),
            fields.ValueOf(ComparisonKeys.Slice)!.Value,
            fields.ValueOf(ComparisonKeys.Warmup)!.Value,
            fields.ValueOf(ComparisonKeys.SliceWarmup)!.Value,
            requests.Seed)
        {
            Limits = limits,
            Groups = groups.ToDictionary(group => group.ValueOf(ComparisonKeys.GroupName)!, group => group.ValueOf(ComparisonKeys.GroupWords) ?? ""),
        };
    }

    private List<Variation> Variations()
    {
        if (fields.Has(ComparisonKeys.Vary) && fields.Has(ComparisonKeys.Variants))
            _mistakes.Add(fields.PlaceOf(ComparisonKeys.Vary), $"found {fields.NameOf(ComparisonKeys.Variants)} too, expected one of them");
        if (!fields.Has(ComparisonKeys.Vary) && !fields.Has(ComparisonKeys.Variants))
            _mistakes.Add(fields.Place, "nothing to compare", "--vary strategy=a,b,c");
        if (fields.Has(ComparisonKeys.Vary))
            return [.. fields.ValueOf(ComparisonKeys.Vary)?.Values ?? []];

        var parts = fields.PartsOf(ComparisonKeys.Variants);
        foreach (var part in parts.Where(part => !part.Has(ComparisonKeys.VariantName)))
            _mistakes.Add(part.Place, "a variant without a name", "name: old");
        if (parts.Count == 1)
            _mistakes.Add(parts[0].Place, "found one variant, expected two or more");
        return [.. parts.Select(part => new Variation(
            part.ValueOf(ComparisonKeys.VariantName) ?? "", part.ValueOf(ComparisonKeys.VariantQuery), part.ValueOf(ComparisonKeys.VariantUrl), part.ValueOf(ComparisonKeys.VariantSummary)))];
    }

    private bool CanTell(List<Variation> variations)
    {
        var names = variations.Select(one => one.Name).ToArray();
        if (names.GroupBy(name => name).FirstOrDefault(same => same.Count() > 1) is { } twice)
            _mistakes.Add(fields.PlaceOf(ComparisonKeys.Variants), $"two variants are named {twice.Key}", "a name for each");
        if (fields.ValueOf(ComparisonKeys.Baseline) is { } wanted && !names.Contains(wanted))
            _mistakes.Add(fields.PlaceOf(ComparisonKeys.Baseline), $"found {wanted}, expected one of {string.Join(", ", names)}");
        if (requests.BaseUrls is { Count: > 1 } hosts)
            _mistakes.Add(fields.PlaceOf(RequestKeys.Url), $"found {string.Join(", ", hosts)}, expected one host: {OwnHost}");
        return _mistakes.Count == 0;
    }

    private Variant VariantOf(Variation variation, IReadOnlyList<Tier> tiers, string? group)
    {
        var target = requests.TargetOf(variation.Changed);
        var front = variation.BaseUrl is null ? tiers.FirstOrDefault(tier => tier.Name == Tier.FrontEnd) : null;
        return new Variant(
            variation.Name,
            target,
            [front ?? new Tier(Tier.FrontEnd, target.BaseUrl), .. tiers.Where(tier => tier.Name != Tier.FrontEnd)])
        {
            Group = group,
            Summary = variation.Summary,
        };
    }

    private static string? GroupOf(string variant, IReadOnlyList<Fields> groups) =>
        groups.FirstOrDefault(group => group.ValuesOf(ComparisonKeys.GroupVariants).Contains(variant))?.ValueOf(ComparisonKeys.GroupName);
}
