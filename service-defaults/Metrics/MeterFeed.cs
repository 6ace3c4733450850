using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Prometheus;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Feeds prometheus-net with the instruments that prometheus/metrics.yaml registers. docs/decisions says why this is
/// not the library's own MeterAdapter.
/// </summary>
internal sealed class MeterFeed : IDisposable
{
    // More than the 8 KB that a thread takes at a time, and less than the 85,000 bytes of a large object.
    private const int ProbeBytes = 32_000;

    private readonly MeterListener _listener = new();
    private readonly Lock _collecting = new();
    private readonly ConcurrentDictionary<string, MetricFamily> _families = [];

    public MeterFeed(CollectorRegistry registry, IMeterFactory meters)
    {
        var factory = Prometheus.Metrics.WithCustomRegistry(registry);
        factory.ExemplarBehavior = ExemplarBehavior.NoExemplars(); // It would look for a trace at each measurement.
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            // Other services in the same process, as in tests, have meters of the same names.
            var isForeign = instrument.Meter.Scope is { } scope && scope != meters;
            if (!isForeign && RegisteredMetric.Find(instrument) is { } metric)
                listener.EnableMeasurementEvents(
                    instrument, _families.GetOrAdd(metric.Name, _ => new(factory, metric, instrument)));
        };
        _listener.SetMeasurementEventCallback<int>(MetricFamily.Record);
        _listener.SetMeasurementEventCallback<long>(MetricFamily.Record);
        _listener.SetMeasurementEventCallback<double>(MetricFamily.Record);
        _listener.Start();
        registry.AddBeforeCollectCallback(Collect);
    }

    public void Dispose() => _listener.Dispose();

    /// <summary>Reads the observable instruments. A series that they no longer report is no longer shown.</summary>
    private void Collect()
    {
        lock (_collecting)
        {
            var isStalled = IsAllocationCountStalled();
            _listener.RecordObservableInstruments();
            foreach (var (_, family) in _families)
                family.HideUnreported();
            // The count may begin to stand still or to go on meanwhile.
            if (isStalled || IsAllocationCountStalled())
                _families.GetValueOrDefault("dotnet_gc_heap_total_allocated_bytes_total")?.HideUnreported();
        }
    }

    /// <summary>
    /// Returns whether the runtime's count of allocated bytes misses an allocation that this method makes. After the
    /// adaptive Server GC (DATAS) has given up a heap, the count stands still until the remaining heaps have allocated
    /// as much as that one: for minutes or for good. docs/reference.md shows this.
    /// </summary>
    private static bool IsAllocationCountStalled()
    {
        var before = GC.GetTotalAllocatedBytes();
        GC.KeepAlive(new byte[ProbeBytes]);
        return GC.GetTotalAllocatedBytes() == before;
    }
}
