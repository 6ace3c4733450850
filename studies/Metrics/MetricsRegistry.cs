using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace Studies.Metrics;

/// <summary>The registry of metrics, which is the only list of all metrics.</summary>
internal sealed record MetricsRegistry(IReadOnlyDictionary<string, IReadOnlyList<RegisteredMetric>> Groups)
{
    public IEnumerable<RegisteredMetric> All => Groups.Values.SelectMany(group => group);

    public static MetricsRegistry Read() => new(
        new DeserializerBuilder().WithNamingConvention(CamelCaseNamingConvention.Instance).WithEnforceRequiredMembers()
            .Build().Deserialize<Dictionary<string, List<RegisteredMetric>>>(
                File.ReadAllText(ProgramLocator.GetPath("prometheus", "metrics.yaml")))
            .ToDictionary(group => group.Key, IReadOnlyList<RegisteredMetric> (group) => group.Value));
}

/// <summary>An entry of the registry of metrics, prometheus/metrics.yaml.</summary>
internal sealed class RegisteredMetric
{
    public required string Name { get; init; }

    /// <summary>The kind of metric: counter, gauge, histogram or rule.</summary>
    public required string Type { get; init; }
    public required string Unit { get; init; }

    /// <summary>The programs that have the metric: frontend, backend, go, load, rule or prometheus.</summary>
    public required string[] From { get; init; }
    public required string[] Labels { get; init; }
    public required string Meaning { get; init; }

    /// <summary>The values of the labels of the series that exist from the start.</summary>
    public string[][] Zeros { get; init; } = [];

    /// <summary>The condition under which the metric exists; empty if it always does.</summary>
    public string When { get; init; } = "";

    /// <summary>The name of the .NET instrument; null if it follows from the name of the metric.</summary>
    public string? Instrument { get; init; }

    /// <summary>The only .NET meter whose instrument is meant; null for any.</summary>
    public string? Meter { get; init; }

    public bool IsOfDotnet => From.Contains("frontend") || From.Contains("backend");

    public string GetInstrumentName()
    {
        if (Instrument is not null)
            return Instrument.Replace('.', '_');
        var stem = WithoutSuffix(Name, "_total");
        return Unit is "seconds" or "bytes" ? WithoutSuffix(stem, $"_{Unit}") : stem;
    }

    /// <summary>Returns whether the name in a query is this metric, or one of the series of this histogram.</summary>
    public bool Matches(string name) =>
        name == Name || (Type is "histogram" && name.StartsWith($"{Name}_", StringComparison.Ordinal)
            && name[(Name.Length + 1)..] is "bucket" or "sum" or "count");

    private static string WithoutSuffix(string name, string suffix) =>
        name.EndsWith(suffix, StringComparison.Ordinal) ? name[..^suffix.Length] : name;
}
