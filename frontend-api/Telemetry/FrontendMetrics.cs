using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Net;
using FrontendApi.Backend;
using ServiceDefaults.Metrics;

namespace FrontendApi.Telemetry;

/// <summary>
/// The metrics of the front-end, which measure its calls to the back-end in the same way for every client API.
/// </summary>
internal sealed class FrontendMetrics
{
    private static readonly ConcurrentDictionary<HttpStatusCode, object> StatusCodes = new();

    private readonly Histogram<double> _callDuration;
    private readonly Histogram<double> _requestDuration;
    private double _lastCallSeconds = double.NaN;

    public FrontendMetrics(IMeterFactory meters, CircuitStates circuits)
    {
        var meter = meters.Create("FrontendApi");
        var buckets = new InstrumentAdvice<double> { HistogramBucketBoundaries = DurationBuckets.BoundsInSeconds };
        _callDuration = meter.CreateHistogram("backend.call.duration", "s",
            "Duration of calls to the back-end, from the start of the strategy to its result or failure.",
            advice: buckets);
        _requestDuration = meter.CreateHistogram("http.client.request.duration", "s",
            "Duration of requests to the back-end, from the send until the response headers arrive.", advice: buckets);
        // The duration of the last call to the back-end is a gauge that is read at each scrape, so that a call only has
        // to store a number.
        meter.CreateObservableGauge("backend.call.last_duration", ReadLastCall, "s",
            "Duration of the most recent call to the back-end, with any strategy.");
        meter.CreateObservableGauge("backend.circuit.state", () => ReadStates(circuits), "{state}",
            "State of the circuit breaker of a client: 0 closed, 1 open, 2 half-open, 3 isolated.");
    }

    /// <summary>Records a completed call to the back-end.</summary>
    /// <param name="strategy">The name of the strategy, or ingest-sync or ingest-async for a payload.</param>
    /// <param name="operation">The kind of resource: customer, order, orders or payload.</param>
    /// <param name="outcome">
    /// The result of the call: success, connection_error, timeout, error_status, bad_body, refused, not_sent,
    /// cancelled, or fault for an error of the front-end itself.
    /// </param>
    /// <param name="duration">The duration of the call, including parsing.</param>
    public void RecordBackendCall(string strategy, string operation, string outcome, TimeSpan duration)
    {
        var tags = new TagList { { "strategy", strategy }, { "operation", operation }, { "outcome", outcome } };
        _callDuration.Record(duration.TotalSeconds, tags);
        Volatile.Write(ref _lastCallSeconds, duration.TotalSeconds);
    }

    /// <summary>Records a request to the back-end, when its headers have arrived or when it has failed.</summary>
    /// <param name="strategy">The name of the strategy, or ingest-sync or ingest-async for a payload.</param>
    /// <param name="method">The method of the request.</param>
    /// <param name="status">The status of the response, or null if there was none.</param>
    /// <param name="duration">The time from the send of the request.</param>
    public void RecordRequest(string strategy, string method, HttpStatusCode? status, TimeSpan duration)
    {
        var tags = new TagList { { "strategy", strategy }, { "http.request.method", method } };
        if (status is null)
            tags.Add("error.type", "no_response");
        else
            tags.Add("http.response.status_code", StatusCodes.GetOrAdd(status.Value, static code => (int)code));
        _requestDuration.Record(duration.TotalSeconds, tags);
    }

    private static IEnumerable<Measurement<int>> ReadStates(CircuitStates circuits) => circuits.All.Select(
        circuit => new Measurement<int>(
            (int)circuit.Value.CircuitState, new KeyValuePair<string, object?>("circuit", circuit.Key)));

    private Measurement<double>[] ReadLastCall()
    {
        var seconds = Volatile.Read(ref _lastCallSeconds);
        return double.IsNaN(seconds) ? [] : [new(seconds)];
    }
}

/// <summary>
/// Measures the time until the headers of a response arrive, which the client APIs do not report, and counts the requests
/// that are sent, including retries. It is the only handler of ours between a strategy and its connection.
/// </summary>
internal sealed class TimeToFirstByteHandler : DelegatingHandler
{
    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        if (BackendCalls.Current is not { } calls)
            return await base.SendAsync(request, cancellationToken);
        var sent = calls.RecordSend();
        HttpResponseMessage? response = null;
        try
        {
            return response = await base.SendAsync(request, cancellationToken);
        }
        finally
        {
            calls.RecordHeaders(sent, request.Method.Method, response?.StatusCode);
        }
    }
}
