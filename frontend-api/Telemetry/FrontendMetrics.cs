using System.Diagnostics;
using System.Diagnostics.Metrics;
using Polly.CircuitBreaker;
using ServiceDefaults.Metrics;

namespace FrontendApi.Telemetry;

/// <summary>
/// The metrics of the front-end, which measure its calls to the back-end in the same way for every client API.
/// </summary>
internal sealed class FrontendMetrics
{
    private readonly Histogram<double> _callDuration;
    private readonly Histogram<double> _timeToFirstByte;
    private readonly Counter<long> _resilienceEvents;
    private double _lastCallSeconds = double.NaN;

    public FrontendMetrics(IMeterFactory meters, CircuitStates circuits)
    {
        var meter = meters.Create("FrontendApi");
        var buckets = new InstrumentAdvice<double> { HistogramBucketBoundaries = DurationBuckets.BoundsInSeconds };
        _callDuration = meter.CreateHistogram("backend.call.duration", "s",
            "Duration of calls to the back-end, from the start of the strategy to its result or failure.",
            advice: buckets);
        _timeToFirstByte = meter.CreateHistogram("backend.call.time_to_first_byte", "s",
            "Time from the start of a call to the back-end until the response headers arrive.", advice: buckets);
        // The duration of the last call to the back-end is a gauge that is read at each scrape, so that a call only has
        // to store a number.
        meter.CreateObservableGauge("backend.call.last_duration", ReadLastCall, "s",
            "Duration of the most recent call to the back-end, with any strategy.");
        _resilienceEvents = meter.CreateCounter<long>("backend.resilience.events", "{event}",
            "Events reported by Polly: attempts, retries, timeouts and state changes of the circuit breaker.");
        meter.CreateObservableGauge("backend.circuit.state", () => ReadStates(circuits), "{state}",
            "State of the circuit breaker for reads or posts: 0 closed, 1 open, 2 half-open, 3 isolated.");
    }

    /// <summary>Records a completed attempt to call the back-end.</summary>
    /// <param name="strategy">The name of the strategy, or ingest-sync or ingest-async for a payload.</param>
    /// <param name="operation">The kind of resource: customer, order, orders or payload.</param>
    /// <param name="outcome">
    /// The result of the attempt: success, connection_error, timeout, error_status, bad_body, refused, cancelled, or
    /// fault for an error of the front-end itself.
    /// </param>
    /// <param name="duration">The duration of the attempt, including parsing.</param>
    public void RecordBackendCall(string strategy, string operation, string outcome, TimeSpan duration)
    {
        var tags = new TagList { { "strategy", strategy }, { "operation", operation }, { "outcome", outcome } };
        _callDuration.Record(duration.TotalSeconds, tags);
        Volatile.Write(ref _lastCallSeconds, duration.TotalSeconds);
    }

    /// <summary>Records the time until the headers of a response from the back-end arrived.</summary>
    /// <param name="strategy">The name of the strategy, or ingest-sync or ingest-async for a payload.</param>
    /// <param name="operation">The kind of resource: customer, order, orders or payload.</param>
    /// <param name="elapsed">The time from the start of the attempt until the headers arrived.</param>
    public void RecordTimeToFirstByte(string strategy, string operation, TimeSpan elapsed) => _timeToFirstByte.Record(
        elapsed.TotalSeconds,
        new KeyValuePair<string, object?>("strategy", strategy),
        new KeyValuePair<string, object?>("operation", operation));

    /// <summary>Counts an event that Polly reported.</summary>
    /// <param name="source">The name of the resilience strategy, such as retry.</param>
    /// <param name="name">The name of the event, such as OnRetry.</param>
    public void CountResilienceEvent(string source, string name) => _resilienceEvents.Add(1,
        new KeyValuePair<string, object?>("source", source), new KeyValuePair<string, object?>("event", name));

    private static Measurement<int>[] ReadStates(CircuitStates circuits) =>
    [
        new((int)circuits.Reads.CircuitState, new KeyValuePair<string, object?>("circuit", "reads")),
        new((int)circuits.Posts.CircuitState, new KeyValuePair<string, object?>("circuit", "posts")),
    ];

    private Measurement<double>[] ReadLastCall()
    {
        var seconds = Volatile.Read(ref _lastCallSeconds);
        return double.IsNaN(seconds) ? [] : [new(seconds)];
    }
}

/// <summary>The states of the circuit breakers, for the metrics.</summary>
internal sealed class CircuitStates
{
    public CircuitBreakerStateProvider Reads { get; } = new();

    public CircuitBreakerStateProvider Posts { get; } = new();
}
