using System.Text.Json.Serialization;

namespace TwoTier.Show.Traces;

/// <summary>
/// Keeps the spans of the latest traces, and those of the slowest requests, which the load tool names. A service
/// exports its spans seconds after the request, so the slowest requests are mostly known when their spans come.
/// </summary>
internal sealed class SpanStore
{
    /// <summary>The number of traces that are kept.</summary>
    public const int MaxTraces = 20_000;

    private const int MaxSpansPerTrace = 1_000;

    private readonly Lock _gate = new();
    private readonly Dictionary<string, List<Span>> _spansByTrace = [];
    private readonly Queue<string> _order = [];
    private IReadOnlyList<SlowRequest> _slowest = [];

    /// <summary>The number of spans that were received, of all traces.</summary>
    public long ReceivedSpans { get; private set; }

    public void SetSlowest(IReadOnlyList<SlowRequest> slowest)
    {
        lock (_gate)
            _slowest = slowest;
    }

    public void Receive(IReadOnlyList<Span> spans)
    {
        lock (_gate)
        {
            ReceivedSpans += spans.Count;
            foreach (var span in spans)
            {
                if (!_spansByTrace.TryGetValue(span.TraceId, out var kept))
                {
                    _spansByTrace[span.TraceId] = kept = [];
                    _order.Enqueue(span.TraceId);
                    ForgetOldestTrace();
                }

                if (kept.Count < MaxSpansPerTrace)
                    kept.Add(span);
            }
        }
    }

    /// <summary>Returns the slowest requests with the spans that were received, the slowest first.</summary>
    public IReadOnlyList<(SlowRequest Request, IReadOnlyList<Span> Spans)> GetSlowest()
    {
        lock (_gate)
        {
            return
            [
                .. _slowest.Select(request => (
                    request, (IReadOnlyList<Span>)[.. _spansByTrace.GetValueOrDefault(request.TraceId) ?? []])),
            ];
        }
    }

    private void ForgetOldestTrace()
    {
        while (_order.Count > MaxTraces)
        {
            var oldest = _order.Dequeue();
            if (_slowest.Any(request => request.TraceId == oldest))
                _order.Enqueue(oldest);
            else
                _spansByTrace.Remove(oldest);
        }
    }
}

/// <summary>The event of the load tool that names the slowest requests so far, the slowest first.</summary>
internal sealed record SlowestRequests(IReadOnlyList<SlowRequest> Requests);

/// <summary>One of the slowest requests of a run, which the load tool sent with a trace context.</summary>
internal sealed record SlowRequest(string TraceId, string Request, string Outcome, double LatencyMs);

/// <summary>Reads the slowest requests from JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(SlowestRequests))]
internal sealed partial class SlowestRequestsJson : JsonSerializerContext;
