using EndToEnd.Tests.Architecture;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace EndToEnd.Tests.Documentation;

/// <summary>An entry of the registry of metrics, prometheus/metrics.yaml.</summary>
public sealed class RegisteredMetric
{
    public required string Name { get; init; }

    /// <summary>The kind of metric: counter, gauge, histogram or rule.</summary>
    public required string Type { get; init; }

    public required string Unit { get; init; }

    /// <summary>The programs that have the metric: frontend, backend, go, load, rule or prometheus.</summary>
    public required string[] From { get; init; }

    public required string[] Labels { get; init; }

    public required string Meaning { get; init; }

    /// <summary>The condition under which the metric exists; empty if it always does.</summary>
    public string When { get; init; } = "";

    /// <summary>The name of the .NET instrument; null if it follows from the name of the metric.</summary>
    public string? Instrument { get; init; }

    /// <summary>The only .NET meter whose instrument is meant; null for any.</summary>
    public string? Meter { get; init; }

    /// <summary>Whether a service in .NET exports the metric.</summary>
    public bool IsOfDotnet => From.Contains("frontend") || From.Contains("backend");

    /// <summary>Returns the name of the .NET instrument, with underscores instead of dots.</summary>
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

/// <summary>The registry of metrics, which is the only list of all metrics.</summary>
public sealed record MetricsRegistry(IReadOnlyDictionary<string, IReadOnlyList<RegisteredMetric>> Groups)
{
    public IEnumerable<RegisteredMetric> All => Groups.Values.SelectMany(group => group);

    public static MetricsRegistry Read() => new(
        new DeserializerBuilder().WithNamingConvention(CamelCaseNamingConvention.Instance).WithEnforceRequiredMembers()
            .Build().Deserialize<Dictionary<string, List<RegisteredMetric>>>(RepositoryFiles.Read("prometheus/metrics.yaml"))
            .ToDictionary(group => group.Key, IReadOnlyList<RegisteredMetric> (group) => group.Value));

    /// <summary>Finds names that contradict the type or the unit of their metric.</summary>
    public IEnumerable<string> FindBadNames() =>
        from metric in All
        where metric.Type is not "rule"
        let stem = metric.Name.EndsWith("_total", StringComparison.Ordinal) ? metric.Name[..^6] : metric.Name
        where (metric.Type is "counter") != (stem != metric.Name)
            || (metric.Unit is "seconds") != stem.EndsWith("_seconds", StringComparison.Ordinal)
            || (metric.Unit is "bytes") != stem.EndsWith("_bytes", StringComparison.Ordinal)
        select metric.Name;

    /// <summary>
    /// Compares the metrics that a program exposes with those that are registered for the program: no metric may be
    /// missing, and none may have another type or another label than it is registered with.
    /// </summary>
    internal IEnumerable<string> FindDifferences(string program, PrometheusText exposed, Func<string, bool> isMet)
    {
        var expected = All.Where(metric => metric.From.Contains(program)).ToDictionary(metric => metric.Name);
        foreach (var (name, type) in exposed.Types)
        {
            if (!expected.TryGetValue(name, out var metric))
                yield return $"{name} of {program} is not registered in prometheus/metrics.yaml.";
            else if (metric.Type != type)
                yield return $"{name} of {program} is a {type}, and registered as {metric.Type}.";
        }

        foreach (var (name, label) in exposed.FindLabels())
        {
            if (All.FirstOrDefault(metric => metric.Matches(name)) is { } metric && !metric.Labels.Contains(label))
                yield return $"{name} of {program} has the label {label}, which is not registered.";
        }

        foreach (var metric in expected.Values)
        {
            if (!exposed.Types.ContainsKey(metric.Name) && (metric.When is "" || isMet(metric.When)))
                yield return $"{metric.Name} is registered for {program}, which does not expose it.";
        }
    }
}
