using System.Globalization;

namespace Studies.Hosting;

/// <summary>The samples of a Prometheus /metrics page.</summary>
/// <param name="text">The contents of the page, in the Prometheus text format.</param>
internal sealed class PrometheusSamples(string text)
{
    private readonly string[] _lines = text.Split('\n');

    /// <summary>Adds up the values of all series of a metric.</summary>
    /// <param name="name">The name of the metric.</param>
    /// <param name="labels">
    /// The labels that a series must have to be included in the sum, such as <c>outcome="timeout"</c>.
    /// </param>
    public double Sum(string name, params IEnumerable<string> labels) => Find(name)
        .Where(line => labels.All(label => line.Contains(label, StringComparison.Ordinal)))
        .Sum(line => double.Parse(line.AsSpan(line.LastIndexOf(' ') + 1), CultureInfo.InvariantCulture));

    public bool Contains(string name) => Find(name).Any();

    private IEnumerable<string> Find(string name) => _lines.Where(line =>
        line.StartsWith(name, StringComparison.Ordinal) && line.AsSpan(name.Length) is ['{' or ' ', ..]);
}
