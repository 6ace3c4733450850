namespace Experiments.Measuring;

/// <summary>A variant with the process that is loaded, and the back-end that it calls.</summary>
internal sealed record StartedVariant(RunVariant Variant, Uri Target, Uri Backend)
{
    /// <summary>Gets the URL of the requests; that of a random customer if the variant has no path.</summary>
    public string Url => Variant.Path is { } path
        ? RequestUrls.FormatBaseUrl(Target) + path + (Variant.Query is { } query ? $"?{query}" : "")
        : RequestUrls.GetRandomCustomerUrl(Target, $"?{Variant.Query}");

    /// <summary>Creates the options that compare variants, of which the first is the baseline.</summary>
    public static IEnumerable<(string Name, string Value)> CreateComparison(
        IReadOnlyList<StartedVariant> started, bool hasScenario) =>
    [
        ("url", hasScenario ? RequestUrls.FormatBaseUrl(started[0].Target)
            : RequestUrls.GetRandomCustomerUrl(started[0].Target)),
        ("baseline", started[0].Variant.Name), ("vary", VariantDefinition.Format(started.Select(one => one.Define()))),
    ];

    private VariantDefinition Define() =>
        new(Variant.Name, RequestUrls.FormatBaseUrl(Target) + Variant.Path, Variant.Query)
        {
            Monitor = Target == Backend
                ? null : new() { [MonitoredProcesses.BackendProcess] = RequestUrls.FormatBaseUrl(Backend) },
        };
}
