namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>
/// Reads from the key <c>vary</c> or <c>variants</c> what differs between the variants of a comparison.
/// </summary>
internal sealed class VariationReader(OptionValues options)
{
    public IReadOnlyList<Variation> Read()
    {
        if (!options.IsGiven(ComparisonKeys.Variations) && !options.IsGiven(ComparisonKeys.Variants))
            options.Diagnostics.Add(options.Location, "there are no variants to compare", "--vary strategy=a,b,c");
        Variation[] variations = options.IsGiven(ComparisonKeys.Variations)
            ? [.. options.GetValue(ComparisonKeys.Variations)?.Variations ?? []]
            : [.. ReadVariants()];
        OptionKey key = options.IsGiven(ComparisonKeys.Variations)
            ? ComparisonKeys.Variations
            : ComparisonKeys.Variants;
        if (variations.Any(one => one.BaseUrl is { } url && UrlText.SplitUserInfo(url).UserInfo is not null))
        {
            options.Diagnostics.Add(
                options.GetLocation(key), "found user:password@ in the URL of a variant", "-H 'Authorization: …'");
        }

        return [.. variations.Select(HideSecret)];
    }

    // The name of a variant is in every result, so it must not be the value of a secret parameter.
    private Variation HideSecret(Variation variation, int index)
    {
        var redactor = new Redactor(options.GetValues(RequestKeys.RedactedNames));
        var parameter = variation.Query?.Split('=')[0];
        return options.IsGiven(ComparisonKeys.Variations) && parameter is not null && redactor.IsSecret(parameter)
            ? variation with { Name = $"{parameter} {index + 1}" }
            : variation;
    }

    private IEnumerable<Variation> ReadVariants()
    {
        var items = options.GetItems(ComparisonKeys.Variants);
        if (items.Count == 1)
            options.Diagnostics.Add(items[0].Location, "a comparison needs two or more variants, but one is given");
        foreach (var item in items)
        {
            if (!item.IsGiven(VariantKeys.Name))
                options.Diagnostics.Add(item.Location, "a variant has no name", "name: old");
            yield return new Variation(
                item.GetValue(VariantKeys.Name) ?? "",
                item.GetValue(VariantKeys.Query),
                item.IsGiven(VariantKeys.Url) ? item.GetValue(VariantKeys.Url) : null,
                item.GetValue(VariantKeys.Summary))
            {
                Processes = item.GetValues(MonitorKeys.MonitoredProcesses),
            };
        }
    }
}
