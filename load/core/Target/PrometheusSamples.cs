namespace TwoTier.Load.Target;

/// <summary>
/// The samples of a Prometheus text exposition (format 0.0.4), which is what a <c>/metrics</c> page answers. Lines that
/// are not samples are skipped, so a page that is not an exposition has no samples.
/// </summary>
public sealed partial class PrometheusSamples
{
    private readonly Dictionary<string, List<(string Labels, double Value)>> _samples = [];

    private PrometheusSamples()
    {
    }

    /// <summary>The number of metrics that have at least one sample.</summary>
    public int Count => _samples.Count;

    /// <summary>Parses the samples of a Prometheus text exposition.</summary>
    public static PrometheusSamples Parse(string text)
    {
        var samples = new PrometheusSamples();
        foreach (Match line in Sample().Matches(text))
        {
            var (name, number) = (line.Groups["name"].Value, line.Groups["value"].Value);
            if (!double.TryParse(number, NumberStyles.Float, CultureInfo.InvariantCulture, out var value))
                continue;
            if (!samples._samples.TryGetValue(name, out var series))
                samples._samples[name] = series = [];
            series.Add((line.Groups["labels"].Value, value));
        }

        return samples;
    }

    /// <summary>
    /// Gets the sum over all series of a metric, or over those that have all the given labels. Null if there are none,
    /// or if the sum is not a finite number.
    /// </summary>
    /// <param name="name">The name of the metric, with its suffix: <c>http_requests_total</c>.</param>
    /// <param name="labels">The labels, each with the value that it must have.</param>
    public double? Sum(string name, params IReadOnlyCollection<(string Name, string Value)> labels)
    {
        if (!_samples.TryGetValue(name, out var samples))
            return null;
        double[] values = labels.Count == 0
            ? [.. samples.Select(sample => sample.Value)]
            : [
                .. GetSeries(name)
                    .Where(series => labels.All(label => series.Labels.GetValueOrDefault(label.Name) == label.Value))
                    .Select(series => series.Value),
            ];
        return values.Length > 0 && double.IsFinite(values.Sum()) ? values.Sum() : null;
    }

    /// <summary>Gets the sum over all series of the first of several metrics that has any; null if none has.</summary>
    internal double? GetFirstSum(params IEnumerable<string> names) =>
        names.Select(name => Sum(name)).FirstOrDefault(sum => sum is not null);

    /// <summary>
    /// Gets all series of a metric: the value of each, and its labels except for those with an empty value, which mean
    /// the same as no label.
    /// </summary>
    public IEnumerable<(IReadOnlyDictionary<string, string> Labels, double Value)> GetSeries(string name) =>
        _samples
            .GetValueOrDefault(name, [])
            .Select(sample => ((IReadOnlyDictionary<string, string>)ParseLabels(sample.Labels), sample.Value));

    private static Dictionary<string, string> ParseLabels(string text)
    {
        var labels = new Dictionary<string, string>();
        foreach (Match match in Label().Matches(text))
        {
            if (match.Groups["value"] is { Length: > 0 } value)
            {
                labels[match.Groups["name"].Value] = EscapeSequence().Replace(
                    value.Value, escape => escape.Value[1] is 'n' ? "\n" : escape.Value[1..]);
            }
        }

        return labels;
    }

    // The value of a label may contain anything, even closing braces; inside it, a backslash escapes the next character.
    [GeneratedRegex(
        @"^(?<name>[^\s#{]+)(?<labels>\{([^""}\n]|""([^""\\\n]|\\.)*"")*\})?[ \t]+(?<value>\S+)",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline)]
    private static partial Regex Sample();

    [GeneratedRegex(@"(?<name>[A-Za-z_][A-Za-z0-9_]*)=""(?<value>([^""\\]|\\.)*)""", RegexOptions.ExplicitCapture)]
    private static partial Regex Label();

    [GeneratedRegex(@"\\.")]
    private static partial Regex EscapeSequence();
}
