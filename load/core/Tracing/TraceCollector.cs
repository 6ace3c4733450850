using System.Collections.Concurrent;
using System.Diagnostics;

namespace TwoTier.Load.Tracing;

/// <summary>
/// Gives each request a trace context (https://www.w3.org/TR/trace-context/), receives the spans that the services
/// export, and keeps those of the slowest requests. It forgets the other spans at once, so that memory does not grow
/// with the number of requests.
/// </summary>
internal sealed class TraceCollector
{
    private const int MaxTraces = 5;
    private const int MaxSpansPerTrace = 1_000;

    private readonly ConcurrentDictionary<string, ConcurrentQueue<Span>> _spansByTrace = [];
    private readonly PriorityQueue<TracedRequest, TimeSpan> _slowest = new();
    private readonly Lock _gate = new();
    private long _receivedSpans;

    /// <summary>The number of spans that were received, of all traces.</summary>
    public long ReceivedSpans => Interlocked.Read(ref _receivedSpans);

    /// <summary>
    /// Starts a trace. A request with the trace context as its header <c>traceparent</c> asks the services to record it.
    /// </summary>
    public string Start(out string traceparent)
    {
        var trace = ActivityTraceId.CreateRandom().ToHexString();
        traceparent = $"00-{trace}-{ActivitySpanId.CreateRandom().ToHexString()}-01";
        _spansByTrace[trace] = [];
        return trace;
    }

    /// <summary>Keeps the trace of a request that has ended if it is one of the slowest.</summary>
    public void End(string trace, string request, string outcome, TimeSpan latency)
    {
        TracedRequest forgotten;
        lock (_gate)
        {
            var ended = new TracedRequest(trace, request, outcome, latency);
            if (_slowest.Count < MaxTraces)
            {
                _slowest.Enqueue(ended, latency);
                return;
            }

            forgotten = _slowest.EnqueueDequeue(ended, latency);
        }

        _spansByTrace.TryRemove(forgotten.TraceId, out _);
    }

    /// <summary>Keeps the spans that belong to requests under way, or to the slowest requests.</summary>
    public void Receive(IReadOnlyList<Span> spans)
    {
        Interlocked.Add(ref _receivedSpans, spans.Count);
        foreach (var span in spans)
        {
            if (_spansByTrace.TryGetValue(span.TraceId, out var kept) && kept.Count < MaxSpansPerTrace)
                kept.Enqueue(span);
        }
    }

    /// <summary>Returns the slowest requests with the spans that were received, the slowest first.</summary>
    public IReadOnlyList<(TracedRequest Request, IReadOnlyList<Span> Spans)> GetSlowest()
    {
        lock (_gate)
        {
            return
            [
                .. _slowest.UnorderedItems.Select(item => item.Element).OrderByDescending(request => request.Latency)
                    .Select(request => (request, (IReadOnlyList<Span>)[.. _spansByTrace[request.TraceId]])),
            ];
        }
    }
}

/// <summary>A request that was sent with a trace context.</summary>
internal readonly record struct TracedRequest(string TraceId, string Request, string Outcome, TimeSpan Latency);
