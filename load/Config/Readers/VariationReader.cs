using Load.Config.Keys;
using Load.Config.Options;
using Load.Experiment;

namespace Load.Config.Readers;

/// <summary>
/// Reads from the key <c>vary</c> or <c>variants</c> what differs between the variants of a comparison.
/// </summary>
internal sealed class VariationReader(OptionValues options)
{
    public IReadOnlyList<Variation> Read()
    {
        if (!options.Has(ComparisonKeys.Vary) && !options.Has(ComparisonKeys.Variants))
            options.Diagnostics.Add(options.Location, "there are no variants to compare", "--vary strategy=a,b,c");
        return options.Has(ComparisonKeys.Vary)
            ? options.GetValue(ComparisonKeys.Vary)?.Variations ?? []
            : [.. ReadVariants()];
    }

    private IEnumerable<Variation> ReadVariants()
    {
        var items = options.GetItems(ComparisonKeys.Variants);
        if (items.Count == 1)
            options.Diagnostics.Add(items[0].Location, "a comparison needs two or more variants, but one is given");
        foreach (var item in items)
        {
            if (!item.Has(VariantKeys.Name))
                options.Diagnostics.Add(item.Location, "a variant has no name", "name: old");
            yield return new Variation(
                item.GetValue(VariantKeys.Name) ?? "",
                item.GetValue(VariantKeys.Query),
                item.Has(VariantKeys.Url) ? item.GetValue(VariantKeys.Url) : null,
                item.GetValue(VariantKeys.Summary))
            {
                Processes = item.GetValues(MonitorKeys.Monitor),
            };
        }
    }
}
