using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Globalization;
using Prometheus;

namespace ServiceDefaults.Metrics;

/// <summary>
/// A metric of prometheus/metrics.yaml. The instrument has underscores instead of dots, the type is counter, gauge or
/// histogram, and a label that a measurement does not have is empty.
/// </summary>
internal sealed record RegisteredMetric(string Instrument, string Name, string Type, params string[] Labels)
{
    /// <summary>The only meter whose instrument is meant; null for any.</summary>
    public string? Meter { get; init; }

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
    private readonly Func<string[], ChildBase> _getSeries;
    private readonly Action<ChildBase, double> _update;
    private readonly ConcurrentDictionary<ChildBase, bool>? _observed;
    private readonly string[] _labels;

    // Most measurements have the tags of an earlier one. To compare them takes less time than to search for labels.
    private readonly RecentSeries?[] _recent = new RecentSeries?[16];
    private uint _replaced;

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
    }

    public void Record(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var series = FindSeries(tags);
        _update(series, value);
        if (_observed is not null)
            _observed[series] = true;
    }

    /// <summary>
    /// Hides the series that an observable instrument has not reported since the last call, until it reports them
    /// again. The others are never hidden, because another scrape may be reading them.
    /// </summary>
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

    // The first bucket that these built-in instruments advise ends at 5 ms, and most requests are shorter.
    private static double[] GetBuckets(Instrument instrument) => instrument.Name
        is not ("http.server.request.duration" or "http.client.request.time_in_queue")
        && instrument is Histogram<double> { Advice.HistogramBucketBoundaries: { } advised }
            ? [.. advised]
            : [.. DurationBuckets.BoundsInSeconds];

    private ChildBase FindSeries(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        foreach (var recent in _recent)
        {
            if (recent?.Has(tags) is true)
                return recent.Series;
        }

        var all = tags.ToArray();
        var series = _getSeries(Array.ConvertAll(_labels, label => Convert.ToString(
            Array.Find(all, tag => tag.Key.Replace('.', '_') == label).Value, CultureInfo.InvariantCulture) ?? ""));
        _recent[Interlocked.Increment(ref _replaced) % _recent.Length] = new(all, series);
        return series;
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
