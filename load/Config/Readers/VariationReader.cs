using Load.Config.Keys;
using Load.Config.Options;
using Load.Experiment;

namespace Load.Config.Readers;

/// <summary>In what the variants differ: in a line, or with names.</summary>
internal sealed class VariationReader(OptionValues fields)
{
    public IReadOnlyList<Variation> Variations()
    {
        if (!fields.Has(ComparisonKeys.Vary) && !fields.Has(ComparisonKeys.Variants))
            fields.Mistakes.Add(fields.Place, "nothing to compare", "--vary strategy=a,b,c");
        return fields.Has(ComparisonKeys.Vary)
            ? fields.ValueOf(ComparisonKeys.Vary)?.Variations ?? []
            : [.. Named()];
    }

    private IEnumerable<Variation> Named()
    {
        var parts = fields.PartsOf(ComparisonKeys.Variants);
        if (parts.Count == 1)
            fields.Mistakes.Add(parts[0].Place, "found one variant, expected two or more");
        foreach (var part in parts)
        {
            if (!part.Has(VariantKeys.Name))
                fields.Mistakes.Add(part.Place, "a variant without a name", "name: old");
            yield return new Variation(
                part.ValueOf(VariantKeys.Name) ?? "",
                part.ValueOf(VariantKeys.Query),
                part.Has(VariantKeys.Url) ? part.ValueOf(VariantKeys.Url) : null,
                part.ValueOf(VariantKeys.Summary))
            {
                Processes = part.ValuesOf(MonitorKeys.Monitor),
            };
        }
    }
}
