using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace FrontendApi.Backend;

/// <summary>The metrics of calls to the back-end. The strategy of a payload is ingest-sync or ingest-async.</summary>
internal sealed class FrontendMetrics
{
    private static readonly ConcurrentDictionary<HttpStatusCode, object> StatusCodes = new();

    private readonly Histogram<double> _callDuration;
    private readonly Histogram<double> _requestDuration;
    private readonly Counter<long> _otherFlags;
    private double _lastCallSeconds = double.NaN;

    public FrontendMetrics(IMeterFactory meters)
    {
        var meter = meters.Create("FrontendApi");
        _callDuration = meter.CreateHistogram<double>("backend.call.duration", "s",
            "Duration of calls to the back-end, from their start to the result or failure.");
        _requestDuration = meter.CreateHistogram<double>("http.client.request.duration", "s",
            "Duration of requests to the back-end, from the send until the response headers arrive.");
        _otherFlags = meter.CreateCounter<long>("flags.other", null,
            "Requests whose flags are labelled other, because 28 combinations were requested before.");
        meter.CreateObservableGauge("backend.call.last_duration",
            () => _lastCallSeconds is double.NaN ? [] : new Measurement<double>[] { new(_lastCallSeconds) }, "s",
            "Duration of the most recent call to the back-end, with any strategy.");
    }

    /// <summary>
    /// Records a call to the back-end, with its retries and its parsing. The operation is customer, order or payload;
    /// the outcome is success, cancelled, fault, or that of a <see cref="BackendFailure"/>.
    /// </summary>
    public void RecordBackendCall(string strategy, string operation, string outcome, TimeSpan duration)
    {
        _callDuration.Record(duration.TotalSeconds,
            new TagList { { "strategy", strategy }, { "operation", operation }, { "outcome", outcome } });
        Volatile.Write(ref _lastCallSeconds, duration.TotalSeconds);
    }

    /// <summary>
    /// Records a request to the back-end, when its headers have arrived or when it has failed, with the labels of the
    /// incoming request's flags.
    /// </summary>
    public void RecordRequest(
        KeyValuePair<string, object?>[] flags, string method, HttpStatusCode? status, TimeSpan duration)
    {
        var tags = new TagList(flags) { { "http.request.method", method } };
        if (status is null)
            tags.Add("error.type", "no_response");
        else
            tags.Add("http.response.status_code", StatusCodes.GetOrAdd(status.Value, static code => (int)code));
        _requestDuration.Record(duration.TotalSeconds, tags);
    }

    public void CountOtherFlags() => _otherFlags.Add(1);
}
