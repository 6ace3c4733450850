using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Prometheus;

namespace ServiceDefaults.Metrics;

/// <summary>A metric of prometheus/metrics.yaml.</summary>
/// <param name="Instrument">The name of the .NET instrument, with underscores instead of dots.</param>
/// <param name="Name">The Prometheus name.</param>
/// <param name="Type">The type: counter, gauge or histogram.</param>
/// <param name="Labels">The names of all labels. A label that a measurement does not have is empty.</param>
internal sealed record RegisteredMetric(string Instrument, string Name, string Type, params string[] Labels)
{
    /// <summary>The only meter whose instrument is meant; null for any.</summary>
    public string? Meter { get; init; }

    /// <summary>Returns the registered metric of an instrument, or null if the instrument is not exported.</summary>
    public static RegisteredMetric? Find(Instrument instrument) =>
        RegisteredMetrics.ByInstrument.GetValueOrDefault(Sanitize(instrument.Name)) is { } metric
        && (metric.Meter ?? instrument.Meter.Name) == instrument.Meter.Name
            ? metric
            : null;

    public static string Sanitize(string name) => name.Replace('.', '_');
}

/// <summary>All series of a metric, which the measurements of .NET instruments update.</summary>
internal sealed class MetricFamily
{
    private readonly string[] _labels;
    private readonly Func<string[], ChildBase> _getChild;
    private readonly Action<ChildBase, double> _update;
    private readonly ConcurrentDictionary<ChildBase, bool>? _observed;
    private volatile TagLayout[] _layouts = [];

    public MetricFamily(MetricFactory factory, RegisteredMetric metric, Instrument instrument)
    {
        var help = instrument.Description ?? metric.Name;
        _labels = metric.Labels;
        _observed = instrument.IsObservable ? [] : null;
        var isObservable = instrument.IsObservable;
        switch (metric.Type)
        {
            case "counter":
                _getChild = factory.CreateCounter(metric.Name, help, _labels).WithLabels;
                _update = isObservable ? (child, value) => ((Counter.Child)child).IncTo(value)
                    : (child, value) => ((Counter.Child)child).Inc(value);
                break;
            case "gauge":
                _getChild = factory.CreateGauge(metric.Name, help, _labels).WithLabels;
                _update = isObservable ? (child, value) => ((Gauge.Child)child).Set(value)
                    : (child, value) => ((Gauge.Child)child).Inc(value);
                break;
            default:
                _getChild = factory.CreateHistogram(
                    metric.Name, help, _labels, new() { Buckets = GetBuckets(instrument) }).WithLabels;
                _update = (child, value) => ((Histogram.Child)child).Observe(value);
                break;
        }
    }

    public void Record(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var child = FindLayout(tags).FindChild(tags);
        _update(child, value);
        if (_observed is not null)
            _observed[child] = true;
    }

    /// <summary>
    /// Hides the series that an observable instrument has not reported since the last call, until it reports them again.
    /// The others are shown all the time, because another scrape may be reading them.
    /// </summary>
    public void HideUnreported()
    {
        foreach (var (child, _) in _observed?.Where(series => !series.Value) ?? [])
            child.Unpublish();
        foreach (var (child, _) in _observed ?? [])
            _observed![child] = false;
    }

    /// <summary>Hides all series of an observable instrument until it reports them again.</summary>
    public void HideObserved()
    {
        foreach (var (child, _) in _observed ?? [])
            child.Unpublish();
    }

    private static double[] GetBuckets(Instrument instrument) => instrument.Name
        is "http.server.request.duration" or "http.client.request.duration" or "http.client.request.time_in_queue"
        ? [.. DurationBuckets.BoundsInSeconds]
        : [.. (instrument as Histogram<double>)?.Advice?.HistogramBucketBoundaries ?? DurationBuckets.BoundsInSeconds];

    /// <summary>Finds out which tag gives each label. An instrument has the same few lists of tags all the time.</summary>
    private TagLayout FindLayout(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        foreach (var known in _layouts)
        {
            if (known.Matches(tags))
                return known;
        }

        var keys = new string[tags.Length];
        for (var i = 0; i < keys.Length; i++)
            keys[i] = tags[i].Key;
        int[] positions =
            [.. _labels.Select(label => Array.FindIndex(keys, key => RegisteredMetric.Sanitize(key) == label))];
        var layout = new TagLayout(keys, positions, _getChild);
        _layouts = [.. _layouts, layout];
        return layout;
    }
}
