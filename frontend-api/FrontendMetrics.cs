using System.Diagnostics;
using System.Diagnostics.Metrics;
using Polly.CircuitBreaker;

namespace FrontendApi;

/// <summary>The front-end's own instruments: its calls to the back-end, seen alike for every client API.</summary>
internal sealed class FrontendMetrics
{
    private readonly Histogram<double> _callDuration;
    private readonly Histogram<double> _timeToFirstByte;
    private readonly Counter<long> _resilienceEvents;
    private double _lastCallSeconds = double.NaN;

    public FrontendMetrics(IMeterFactory meters, CircuitBreakerStateProvider circuit)
    {
        var meter = meters.Create("FrontendApi");
        _callDuration = meter.CreateHistogram<double>("backend.call.duration", "s",
            "One call to the back-end, from the strategy's start to the object, the acknowledgement or the failure.");
        _timeToFirstByte = meter.CreateHistogram<double>("backend.call.time_to_first_byte", "s",
            "One call to the back-end, from the strategy's start to the answer's headers. The duration goes on to the last byte.");
        // Not one that is set: prometheus-net's adapter has no such gauge.
        meter.CreateObservableGauge("backend.call.last_duration", LastCall, "s",
            "The last call to the back-end, of whatever strategy.");
        _resilienceEvents = meter.CreateCounter<long>("backend.resilience.events", "{event}",
            "What Polly reported: attempts, retries, timeouts, and changes of the circuit breaker.");
        meter.CreateObservableGauge("backend.circuit.state", () => (int)circuit.CircuitState, "{state}",
            "The circuit breaker: 0 closed, 1 open, 2 half-open, 3 isolated.");
    }

    /// <param name="strategy">The strategy's name; ingest-sync or ingest-async for a payload.</param>
    /// <param name="operation">customer, order or payload.</param>
    /// <param name="outcome">
    /// success, connection_error, timeout, error_status, bad_body, refused, cancelled, or fault for one of ours.
    /// </param>
    /// <param name="duration">Of the call, its parsing included.</param>
    public void BackendCalled(string strategy, string operation, string outcome, TimeSpan duration)
    {
        var tags = new TagList { { "strategy", strategy }, { "operation", operation }, { "outcome", outcome } };
        _callDuration.Record(duration.TotalSeconds, tags);
        Volatile.Write(ref _lastCallSeconds, duration.TotalSeconds);
    }

    /// <param name="strategy">The strategy's name.</param>
    /// <param name="operation">customer, order or payload.</param>
    /// <param name="elapsed">Since the call began.</param>
    public void FirstByteCame(string strategy, string operation, TimeSpan elapsed) =>
        _timeToFirstByte.Record(elapsed.TotalSeconds, new("strategy", strategy), new KeyValuePair<string, object?>("operation", operation));

    public void ResilienceEvent(string source, string name) =>
        _resilienceEvents.Add(1, new("source", source), new KeyValuePair<string, object?>("event", name));

    private Measurement<double>[] LastCall() =>
        Volatile.Read(ref _lastCallSeconds) is var seconds && double.IsNaN(seconds) ? [] : [new(seconds)];
}
