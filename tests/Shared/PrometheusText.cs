using System.Globalization;
using System.Text.RegularExpressions;

namespace Testing;

/// <summary>
/// A strict parser of the Prometheus text format. It throws on everything that the format does not allow.
/// </summary>
internal sealed partial class PrometheusText
{
    private readonly Dictionary<string, string> _types = [];
    private readonly Dictionary<string, double> _samples = [];
    private readonly Dictionary<string, List<Sample>> _samplesByName = [];

    public IReadOnlyDictionary<string, string> Types => _types;

    /// <summary>The values, keyed by series. A series is written as in the text, with its name and labels.</summary>
    public IReadOnlyDictionary<string, double> Samples => _samples;

    public static PrometheusText Parse(string text)
    {
        text.ShouldEndWith("\n");
        text.ShouldNotContain("\r");
        var exposition = new PrometheusText();
        var helped = new HashSet<string>();
        var family = "";
        foreach (var line in text[..^1].Split('\n'))
        {
            if (HelpLinePattern().Match(line) is { Success: true } help)
            {
                family = help.Groups["name"].Value;
                helped.Add(family).ShouldBeTrue($"This metric has a second HELP line: {line}");
            }
            else if (TypeLinePattern().Match(line) is { Success: true } type)
            {
                type.Groups["name"].Value
                    .ShouldBe(family, "A TYPE line should follow the HELP line of the same metric.");
                exposition._types.Add(family, type.Groups["type"].Value);
            }
            else
            {
                exposition.Add(line, family);
            }
        }

        exposition.CheckHistograms();
        return exposition;
    }

    /// <summary>
    /// Sums the values of all series of a metric that have the given labels. Each label is written as name="value".
    /// </summary>
    public double Sum(string name, params string[] labels) => FindSeries(name, labels).Sum(sample => sample.Value);

    public IEnumerable<KeyValuePair<string, double>> FindSeries(string name, params string[] labels) =>
        FindSamples(name).Where(sample => labels.All(label => sample.Labels.Contains(label)))
            .Select(sample => KeyValuePair.Create(sample.Series, sample.Value));

    /// <summary>Finds every pair of a series and a label, without the label le of buckets.</summary>
    public IEnumerable<(string Name, string Label)> FindLabels() =>
        (from samples in _samplesByName
         from sample in samples.Value
         from label in sample.Labels
         let name = label.Split('=')[0]
         where name is not "le"
         select (samples.Key, name)).Distinct();

    private List<Sample> FindSamples(string name) => _samplesByName.GetValueOrDefault(name) ?? [];

    private void Add(string line, string family)
    {
        var match = SampleLinePattern().Match(line);
        match.Success.ShouldBeTrue($"This line is not a valid sample: {line}");
        var name = match.Groups["name"].Value;
        var owner = _types[family] is "histogram" ? HistogramSuffix().Replace(name, "") : name;
        owner.ShouldBe(family, $"This sample does not belong to the metric above it: {line}");
        var value = match.Groups["value"].Value switch
        {
            "+Inf" => double.PositiveInfinity,
            "-Inf" => double.NegativeInfinity,
            var number => double.Parse(number, NumberStyles.Float, CultureInfo.InvariantCulture),
        };
        var series = match.Groups["series"].Value;
        _samples.TryAdd(series, value).ShouldBeTrue($"The metrics contain the same time series twice: {line}");
        if (!_samplesByName.TryGetValue(name, out var samples))
            _samplesByName[name] = samples = [];
        samples.Add(new(series, [.. LabelPattern().Matches(series).Select(label => label.Value)], value));
    }

    private void CheckHistograms()
    {
        foreach (var (name, _) in _types.Where(type => type.Value is "histogram"))
        {
            var buckets = FindSamples($"{name}_bucket").ToLookup(bucket => bucket.LabelsWithoutBound);
            var sums = FindSamples($"{name}_sum").Select(sum => sum.LabelsWithoutBound).ToHashSet();
            foreach (var count in FindSamples($"{name}_count"))
            {
                var own = buckets[count.LabelsWithoutBound].ToArray();
                own.Any(bucket => bucket.Labels.Contains("le=\"+Inf\""))
                    .ShouldBeTrue($"The histogram of {count.Series} has no bucket with le=\"+Inf\".");
                var values = own.Select(bucket => bucket.Value).ToArray();
                values.SequenceEqual(values.Order())
                    .ShouldBeTrue($"The buckets of the histogram of {count.Series} are not cumulative.");
                values[^1].ShouldBe(count.Value, $"The last bucket of the histogram should equal {count.Series}.");
                sums.ShouldContain(count.LabelsWithoutBound);
            }
        }
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

    private sealed record Sample(string Series, string[] Labels, double Value)
    {
        /// <summary>The labels that all samples of a histogram share: all but the label le of buckets.</summary>
        public string LabelsWithoutBound { get; } = string.Join(
            ',', Labels.Where(label => !label.StartsWith("le=", StringComparison.Ordinal)).Order());
    }
}
