namespace Testing;

/// <summary>A parser of the Prometheus text format that throws on everything else.</summary>
internal sealed partial class PrometheusText
{
    private readonly Dictionary<string, string> _types = [];
    private readonly Dictionary<string, double> _samples = [];

    public IReadOnlyDictionary<string, string> Types => _types;

    /// <summary>The values, keyed by series as written in the text, with name and labels.</summary>
    public IReadOnlyDictionary<string, double> Samples => _samples;

    public static PrometheusText Parse(string text)
    {
        text.ShouldEndWith("\n");
        var parsed = new PrometheusText();
        var family = "";
        foreach (var line in text[..^1].Split('\n'))
        {
            if (HelpLinePattern().Match(line) is { Success: true } help)
            {
                family = help.Groups["name"].Value;
                parsed._types.TryAdd(family, "").ShouldBeTrue($"This metric has a second HELP line: {line}");
            }
            else if (TypeLinePattern().Match(line) is { Success: true } type)
            {
                type.Groups["name"].Value.ShouldBe(family, "A TYPE line should follow the HELP line of the same metric.");
                parsed._types[family] = type.Groups["type"].Value;
            }
            else
            {
                parsed.Add(line, family);
            }
        }

        return parsed;
    }

    /// <summary>Sums the values of all series that have the labels, each written as name="value".</summary>
    public double Sum(string name, params string[] labels) => FindSeries(name, labels).Sum(sample => sample.Value);

    public IEnumerable<KeyValuePair<string, double>> FindSeries(string name, params string[] labels) =>
        _samples.Where(sample => GetName(sample.Key) == name
            && labels.All(label => LabelPattern().Matches(sample.Key).Any(own => own.Value == label)));

    /// <summary>Finds every pair of a series and a label, without the label le of buckets.</summary>
    public IEnumerable<(string Name, string Label)> FindLabels() =>
        _samples.Keys.SelectMany(series => LabelPattern().Matches(series).Select(label => label.Value.Split('=')[0])
            .Where(label => label is not "le").Select(label => (GetName(series), label))).Distinct();

    private static string GetName(string series) => series.Split('{')[0];

    private void Add(string line, string family)
    {
        var match = SampleLinePattern().Match(line);
        match.Success.ShouldBeTrue($"This line is not a valid sample: {line}");
        var (series, name) = (match.Groups["series"].Value, match.Groups["name"].Value);
        (_types[family] is "histogram" ? HistogramSuffix().Replace(name, "") : name)
            .ShouldBe(family, $"This sample does not belong to the metric above it: {line}");
        var value = match.Groups["value"].Value.Replace("Inf", "Infinity", StringComparison.Ordinal).TrimStart('+');
        _samples.TryAdd(series, double.Parse(value, CultureInfo.InvariantCulture))
            .ShouldBeTrue($"The metrics contain the same time series twice: {line}");
    }

    [GeneratedRegex("""^# HELP (?<name>[a-zA-Z_:][a-zA-Z0-9_:]*) (?:[^\\]|\\\\|\\n)*$""")]
    private static partial Regex HelpLinePattern();

    [GeneratedRegex("""^# TYPE (?<name>[a-zA-Z_:][a-zA-Z0-9_:]*) (?<type>counter|gauge|histogram)$""")]
    private static partial Regex TypeLinePattern();

    [GeneratedRegex("""
        ^(?<series>(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\\\|\\"|\\n)*"(?:,(?!\})|(?=\})))+\})?) (?<value>[+-]Inf|NaN|-?[0-9.]+(?:[eE][+-]?[0-9]+)?)$
        """)]
    private static partial Regex SampleLinePattern();

    [GeneratedRegex("""[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\.)*"(?=[,}])""")]
    private static partial Regex LabelPattern();

    [GeneratedRegex("_(bucket|sum|count)$")]
    private static partial Regex HistogramSuffix();
}
