using System.Diagnostics.Metrics;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Exports the largest number of requests that were processed at the same time. A scrape of the built-in metric
/// http.server.active_requests would miss it.
/// </summary>
internal sealed class RequestPeakMonitor : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly Lock _lock = new();
    private long _active;
    private long _peak;

    public RequestPeakMonitor(IMeterFactory meters)
    {
        // Several services in one process, as in tests, have meters of the same name.
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Name is "http.server.active_requests" && instrument.Meter.Scope == meters)
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((_, change, _, _) => Add(change));
        _listener.Start();
        meters.Create(ProcessMetrics.MeterName).CreateObservableGauge(
            "http.server.active_requests.peak", ReadPeak, "{request}",
            "Largest number of requests that were processed at the same time since the process started. Recorded if "
            + "Runtime:WatchPool is true.");
    }

    public void Dispose() => _listener.Dispose();

    private void Add(long change)
    {
        lock (_lock)
            _peak = Math.Max(_peak, _active += change);
    }

    private long ReadPeak()
    {
        lock (_lock)
            return _peak;
    }
}
