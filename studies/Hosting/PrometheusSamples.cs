using System.Globalization;

namespace Studies.Hosting;

/// <summary>The samples of a Prometheus /metrics page.</summary>
internal sealed class PrometheusSamples(string text)
{
    private readonly string[] _lines = text.Split('\n');

    /// <summary>Adds up the values of all series of a metric.</summary>
    public double Sum(string name, params IEnumerable<string> labels) => Find(name)
        .Where(line => labels.All(label => line.Contains(label, StringComparison.Ordinal)))
        .Sum(line => double.Parse(line.AsSpan(line.LastIndexOf(' ') + 1), CultureInfo.InvariantCulture));

    public bool Contains(string name) => Find(name).Any();

    private IEnumerable<string> Find(string name) => _lines.Where(line =>
        line.StartsWith(name, StringComparison.Ordinal) && line.AsSpan(name.Length) is ['{' or ' ', ..]);
}
