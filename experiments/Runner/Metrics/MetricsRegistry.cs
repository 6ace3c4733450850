namespace Experiments.Metrics;

/// <summary>The registry of metrics, which is the only list of all metrics.</summary>
internal static class MetricsRegistry
{
    public static IReadOnlyList<RegisteredMetric> Read() =>
    [
        .. StrictYaml.ReadFile<Dictionary<string, RegisteredMetric[]>>(
            ProgramLocator.GetPath("prometheus", "metrics.yaml")).Values.SelectMany(group => group),
    ];
}

/// <summary>
/// An entry of the registry of metrics, prometheus/metrics.yaml: its name in Prometheus, its type (counter, gauge,
/// histogram or rule), its unit, the programs that have it, its labels without le, and what it measures.
/// </summary>
internal sealed partial record RegisteredMetric(
    string Name, string Type, string Unit, string[] From, string[] Labels, string Meaning)
{
    /// <summary>The values of the labels of the series that exist from the start.</summary>
    public string[][] Zeros { get; init; } = [];

    /// <summary>The condition under which the metric exists; empty if it always does.</summary>
    public string When { get; init; } = "";

    /// <summary>The name of the .NET instrument; null if it follows from the name of the metric.</summary>
    public string? Instrument { get; init; }

    /// <summary>The only .NET meter whose instrument is meant; null for any.</summary>
    public string? Meter { get; init; }

    public string GetInstrumentName() => Instrument?.Replace('.', '_') ?? Suffix().Replace(Name, "");

    [GeneratedRegex("(_seconds|_bytes)?(_total)?$")]
    private static partial Regex Suffix();
}
