using System.Diagnostics;

namespace TwoTier.Load.Http;

/// <summary>
/// Gives each request a trace context (https://www.w3.org/TR/trace-context/), which asks the services to record the
/// trace, and keeps the slowest requests.
/// </summary>
internal sealed class TraceCollector(Redactor redactor)
{
    private const int MaxRequests = 5;

    private readonly PriorityQueue<TraceResult, double> _slowest = new();
    private readonly Lock _gate = new();

    /// <summary>
    /// Starts a trace. A request with the trace context as its header <c>traceparent</c> asks services to record it.
    /// </summary>
    public static string Start(out string traceparent)
    {
        var trace = ActivityTraceId.CreateRandom().ToHexString();
        traceparent = $"00-{trace}-{ActivitySpanId.CreateRandom().ToHexString()}-01";
        return trace;
    }

    /// <summary>Keeps a request that has ended if it is one of the slowest.</summary>
    public void End(string trace, string request, string outcome, TimeSpan latency)
    {
        var ms = SignificantDigits.RoundToFiveDigits(latency.TotalMilliseconds);
        lock (_gate)
        {
            if (_slowest.Count == MaxRequests && _slowest.TryPeek(out _, out var fastest) && ms <= fastest)
                return;
            _slowest.Enqueue(new TraceResult(trace, redactor.RedactUrl(request), outcome, ms), ms);
            if (_slowest.Count > MaxRequests)
                _slowest.Dequeue();
        }
    }

    /// <summary>Returns the slowest requests, the slowest first.</summary>
    public IReadOnlyList<TraceResult> GetSlowest()
    {
        lock (_gate)
        {
            return
            [
                .. _slowest.UnorderedItems.Select(item => item.Element).OrderByDescending(request => request.LatencyMs),
            ];
        }
    }
}
