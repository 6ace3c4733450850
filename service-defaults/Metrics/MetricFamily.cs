using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Globalization;
using System.Numerics;
using Prometheus;

namespace ServiceDefaults.Metrics;

/// <summary>A metric of prometheus/metrics.yaml. A label that a measurement does not have is empty.</summary>
internal sealed record RegisteredMetric(string Instrument, string Name, string Type, params string[] Labels)
{
    /// <summary>The only meter whose instrument is meant; null for any.</summary>
    public string? Meter { get; init; }

    /// <summary>
    /// The labels of series that are 0 from the start. rate() does not count the first value of a series.
    /// </summary>
    public string[][] Zeros { get; init; } = [];

    /// <summary>Returns the registered metric of an instrument, or null if the instrument is not exported.</summary>
    public static RegisteredMetric? Find(Instrument instrument) =>
        RegisteredMetrics.ByInstrument.GetValueOrDefault(instrument.Name.Replace('.', '_')) is { } metric
        && (metric.Meter ?? instrument.Meter.Name) == instrument.Meter.Name
            ? metric
            : null;
}

/// <summary>All series of a metric, which the measurements of .NET instruments update.</summary>
internal sealed class MetricFamily
{
    // More than 28 combinations of flags have with all status codes. Series with the same place replace each other.
    private const int RecentCount = 1024;

    private static readonly double[] RequestBuckets =
        [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

    private readonly Func<string[], ChildBase> _getSeries;
    private readonly Action<ChildBase, double> _update;
    private readonly ConcurrentDictionary<ChildBase, bool>? _observed;
    private readonly string[] _labels;

    // Most measurements have the tags of an earlier one. To compare them takes less time than to search for labels.
    private readonly RecentSeries?[] _recent = new RecentSeries?[RecentCount];

    public MetricFamily(MetricFactory factory, RegisteredMetric metric, Instrument instrument)
    {
        var (help, isObservable) = (instrument.Description ?? metric.Name, instrument.IsObservable);
        _labels = metric.Labels;
        _observed = isObservable ? [] : null;
        switch (metric.Type)
        {
            case "counter":
                _getSeries = factory.CreateCounter(metric.Name, help, _labels).WithLabels;
                _update = isObservable ? (series, value) => ((Counter.Child)series).IncTo(value)
                    : (series, value) => ((Counter.Child)series).Inc(value);
                break;
            case "gauge":
                _getSeries = factory.CreateGauge(metric.Name, help, _labels).WithLabels;
                _update = isObservable ? (series, value) => ((Gauge.Child)series).Set(value)
                    : (series, value) => ((Gauge.Child)series).Inc(value);
                break;
            default:
                var buckets = new HistogramConfiguration { Buckets = GetBuckets(instrument) };
                _getSeries = factory.CreateHistogram(metric.Name, help, _labels, buckets).WithLabels;
                _update = (series, value) => ((Histogram.Child)series).Observe(value);
                break;
        }

        foreach (var labels in metric.Zeros)
            _getSeries(labels);
    }

    /// <summary>Records a measurement in the family that is the state of its instrument.</summary>
    public static void Record<T>(
        Instrument _, T value, ReadOnlySpan<KeyValuePair<string, object?>> tags, object? state)
        where T : struct, INumber<T>
    {
        var family = (MetricFamily)state!;
        var series = family.FindSeries(tags);
        family._update(series, double.CreateChecked(value));
        if (family._observed is { } observed)
            observed[series] = true;
    }

    /// <summary>Hides the series that an observable instrument has not reported since the last call.</summary>
    public void HideUnreported()
    {
        foreach (var (series, isReported) in _observed ?? [])
        {
            if (isReported)
                _observed![series] = false;
            else
                series.Unpublish();
        }
    }

    // Most requests are shorter than 5 ms, where the first bucket of those that the framework advises ends.
    private static double[] GetBuckets(Instrument instrument) =>
        instrument is Histogram<double> { Advice.HistogramBucketBoundaries: { } advised }
        && !instrument.Name.Contains(".request.", StringComparison.Ordinal) ? [.. advised] : RequestBuckets;

    private ChildBase FindSeries(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var place = (int)((uint)GetHash(tags) % RecentCount);
        if (_recent[place] is { } recent && recent.Has(tags))
            return recent.Series;

        var all = tags.ToArray();
        var series = _getSeries(Array.ConvertAll(_labels, label => Convert.ToString(
            Array.Find(all, tag => tag.Key.Replace('.', '_') == label).Value, CultureInfo.InvariantCulture) ?? ""));
        _recent[place] = new(all, series);
        return series;
    }

    // Numbers are boxed anew, so that values count. Three characters tell most texts apart, in a fifth of the time.
    private static int GetHash(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var hash = 0;
        foreach (var (_, value) in tags)
            hash = (31 * hash) + (value is string { Length: > 0 } text ? Mix(text) : value?.GetHashCode() ?? 0);
        return hash ^ (hash >>> 10) ^ (hash >>> 20);

        static int Mix(string text) => text.Length + (text[0] << 4) + (text[text.Length / 2] << 8) + (text[^1] << 12);
    }

    private sealed record RecentSeries(KeyValuePair<string, object?>[] Tags, ChildBase Series)
    {
        public bool Has(ReadOnlySpan<KeyValuePair<string, object?>> tags)
        {
            if (tags.Length != Tags.Length)
                return false;
            for (var i = 0; i < tags.Length; i++)
            {
                if (tags[i].Key != Tags[i].Key || !Equals(tags[i].Value, Tags[i].Value))
                    return false;
            }

            return true;
        }
    }
}
