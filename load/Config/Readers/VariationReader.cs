using Load.Config.Keys;
using Load.Config.Options;
using Load.Experiment;

namespace Load.Config.Readers;

/// <summary>In what the variants differ: in a line, or with names.</summary>
internal sealed class VariationReader(OptionValues values)
{
    public IReadOnlyList<Variation> Read()
    {
        if (!values.Has(ComparisonKeys.Vary) && !values.Has(ComparisonKeys.Variants))
            values.Diagnostics.Add(values.Location, "nothing to compare", "--vary strategy=a,b,c");
        return values.Has(ComparisonKeys.Vary)
            ? values.GetValue(ComparisonKeys.Vary)?.Values ?? []
            : [.. ReadVariants()];
    }

    private IEnumerable<Variation> ReadVariants()
    {
        var parts = values.GetItems(ComparisonKeys.Variants);
        if (parts.Count == 1)
            values.Diagnostics.Add(parts[0].Location, "found one variant, expected two or more");
        foreach (var part in parts)
        {
            if (!part.Has(VariantKeys.Name))
                values.Diagnostics.Add(part.Location, "a variant without a name", "name: old");
            yield return new Variation(
                part.GetValue(VariantKeys.Name) ?? "",
                part.GetValue(VariantKeys.Query),
                part.Has(VariantKeys.Url) ? part.GetValue(VariantKeys.Url) : null,
                part.GetValue(VariantKeys.Summary))
            {
                Processes = part.GetValues(MonitorKeys.Monitor),
            };
        }
    }
}
