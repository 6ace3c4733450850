using System.Diagnostics.Metrics;
using Microsoft.Extensions.Configuration;
using Prometheus;
using ServiceDefaults.Otlp;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Feeds prometheus-net with the instruments of the runtime, of ASP.NET Core and of the service that
/// prometheus/metrics.yaml registers. The library's own MeterAdapter puts the name of the meter in front, leaves units
/// out and makes gauges of counters; docs/decisions/0001 has the reasons and the cost of both.
/// </summary>
internal sealed class MeterFeed : IDisposable
{
    private const string AllocationMetric = "dotnet_gc_heap_total_allocated_bytes_total";

    private readonly MeterListener _listener = new();
    private readonly Lock _collecting = new();
    private readonly Dictionary<string, MetricFamily> _families = [];

    /// <param name="registry">The registry that /metrics shows.</param>
    /// <param name="meters">
    /// The factory of the service's meters, which tells them from those of other services in the same process.
    /// </param>
    /// <param name="configuration">The configuration, which says whether requests are traced.</param>
    public MeterFeed(CollectorRegistry registry, IMeterFactory meters, IConfiguration configuration)
    {
        var factory = Prometheus.Metrics.WithCustomRegistry(registry);
        // The library would look for a trace at each measurement.
        if (!OtlpExport.IsEnabled(configuration))
            factory.ExemplarBehavior = ExemplarBehavior.NoExemplars();
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Scope is { } scope && scope != meters)
                return;
            if (RegisteredMetric.Find(instrument) is not { } metric)
                return;
            lock (_families)
            {
                if (!_families.TryGetValue(metric.Name, out var family))
                    _families[metric.Name] = family = new(factory, metric, instrument);
                listener.EnableMeasurementEvents(instrument, family);
            }
        };
        _listener.SetMeasurementEventCallback<int>((_, value, tags, family) => Record(family, value, tags));
        _listener.SetMeasurementEventCallback<long>((_, value, tags, family) => Record(family, value, tags));
        _listener.SetMeasurementEventCallback<double>((_, value, tags, family) => Record(family, value, tags));
        _listener.Start();
        registry.AddBeforeCollectCallback(Collect);
    }

    public void Dispose() => _listener.Dispose();

    private static void Record(object? family, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        ((MetricFamily)family!).Record(value, tags);

    /// <summary>Reads the observable instruments. A series that they no longer report is no longer shown.</summary>
    private void Collect()
    {
        lock (_collecting)
        {
            var isStalled = AllocationCounter.IsStalled();
            _listener.RecordObservableInstruments();
            lock (_families)
            {
                foreach (var family in _families.Values)
                    family.HideUnreported();
            }

            // The counter may begin to stand still or to count again meanwhile.
            if (isStalled || AllocationCounter.IsStalled())
                _families.GetValueOrDefault(AllocationMetric)?.HideObserved();
        }
    }
}

/// <summary>
/// The runtime's count of allocated bytes, which can stand still. The adaptive Server GC (DATAS) adds up only the heaps
/// that it currently uses, and the runtime returns the highest sum so far. After the GC has given up a heap, the count
/// does not change until the remaining heaps have allocated as much as the one that was given up: for minutes or for
/// good. docs/allocation-counter.md shows this.
/// </summary>
internal static class AllocationCounter
{
    // More than the 8 KB that a thread takes from its heap at a time, so that the heap must count the allocation. Less
    // than the 85,000 bytes of an object on the large object heap.
    private const int ProbeBytes = 32_000;

    /// <summary>
    /// Returns whether the count stands still: whether it misses an allocation that this method makes.
    /// </summary>
    public static bool IsStalled()
    {
        var before = GC.GetTotalAllocatedBytes();
        GC.KeepAlive(new byte[ProbeBytes]);
        return GC.GetTotalAllocatedBytes() == before;
    }
}
