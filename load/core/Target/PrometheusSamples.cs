using System.Globalization;

namespace TwoTier.Load.Target;

/// <summary>
/// The samples of a Prometheus text exposition (format 0.0.4), summed over all series of each metric. Lines that are
/// not samples are skipped, so a page that is not an exposition has no samples.
/// </summary>
public sealed class PrometheusSamples
{
    private readonly Dictionary<string, double> _sums = [];
    private readonly string _text;

    private PrometheusSamples(string text) => _text = text;

    /// <summary>The number of metrics that have at least one sample.</summary>
    public int Count => _sums.Count;

    /// <summary>Gets the sum over all series of a metric, or null if the metric has no series.</summary>
    public double? Sum(string name) => _sums.TryGetValue(name, out var sum) && double.IsFinite(sum) ? sum : null;

    /// <summary>
    /// Gets the sum over all series of the first of several metrics that has any, or null if none has.
    /// </summary>
    public double? GetFirstSum(params IEnumerable<string> names) =>
        names.Select(Sum).FirstOrDefault(sum => sum is not null);

    /// <summary>Gets all series of a metric with their labels.</summary>
    public IReadOnlyList<(PrometheusLabels Labels, double Value)> GetSeries(string name)
    {
        var series = new List<(PrometheusLabels, double)>();
        foreach (var line in _text.AsSpan().EnumerateLines())
        {
            if (line.StartsWith(name) && ReadSample(line) is { } sample && sample.NameLength == name.Length)
                series.Add((PrometheusLabels.Parse(line[name.Length..sample.LabelsEnd]), sample.Value));
        }

        return series;
    }

    /// <summary>Parses the samples of a Prometheus text exposition.</summary>
    public static PrometheusSamples Parse(string text)
    {
        var samples = new PrometheusSamples(text);
        foreach (var line in text.AsSpan().EnumerateLines())
            samples.Read(line);
        return samples;
    }

    private void Read(ReadOnlySpan<char> line)
    {
        if (ReadSample(line) is not { } sample)
            return;
        var name = line[..sample.NameLength].ToString();
        _sums[name] = _sums.GetValueOrDefault(name) + sample.Value;
    }

    private static (int NameLength, int LabelsEnd, double Value)? ReadSample(ReadOnlySpan<char> line)
    {
        var nameEnd = line.IndexOfAny(" \t{");
        if (nameEnd <= 0 || line[0] == '#')
            return null;

        var afterLabels = line[nameEnd] == '{' ? FindEndOfLabels(line, nameEnd) : nameEnd;
        var rest = line[afterLabels..].Trim();
        var valueEnd = rest.IndexOfAny(" \t");
        var value = valueEnd < 0 ? rest : rest[..valueEnd];
        return double.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            ? (nameEnd, afterLabels, number)
            : null;
    }

    // The value of a label may contain anything, even closing braces; inside it, a backslash escapes the next
    // character.
    private static int FindEndOfLabels(ReadOnlySpan<char> line, int from)
    {
        var quoted = false;
        for (var i = from; i < line.Length; i++)
        {
            if (quoted && line[i] == '\\')
                i++;
            else if (line[i] == '"')
                quoted = !quoted;
            else if (!quoted && line[i] == '}')
                return i + 1;
        }

        return line.Length;
    }
}
