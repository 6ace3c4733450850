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
