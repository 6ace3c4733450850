using System.Diagnostics;

namespace TwoTier.Load.Http;

/// <summary>
/// Gives each request a trace context (https://www.w3.org/TR/trace-context/), and keeps the slowest requests.
/// </summary>
internal sealed class TraceCollector(Redactor redactor)
{
    private const int MaxRequests = 5;

    private readonly PriorityQueue<TraceResult, double> _slowest = new();
    private readonly Lock _gate = new();

    public static string Start(out string traceparent)
    {
        var trace = ActivityTraceId.CreateRandom().ToHexString();
        traceparent = $"00-{trace}-{ActivitySpanId.CreateRandom().ToHexString()}-01";
        return trace;
    }

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

/// <summary>One of the slowest requests of a run with trace contexts (<c>--trace</c>).</summary>
/// <param name="TraceId">The id of the distributed trace, in hexadecimal digits.</param>
/// <param name="Request">The HTTP method and the path of the request.</param>
/// <param name="Outcome">The status of the response, or the kind of transport error.</param>
/// <param name="LatencyMs">The latency of the request as the load tool measured it, in milliseconds.</param>
public sealed record TraceResult(string TraceId, string Request, string Outcome, double LatencyMs);
