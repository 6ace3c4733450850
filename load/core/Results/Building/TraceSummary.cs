using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results.Building;

/// <summary>Summarizes the slowest requests of a traced run.</summary>
internal static class TraceSummary
{
    private const int MaxSpans = 100;
    private const double NanosecondsPerMillisecond = 1e6;

    /// <summary>Summarizes the slowest requests.</summary>
    public static IReadOnlyList<TraceResult> Summarize(
        IReadOnlyList<(TracedRequest Request, IReadOnlyList<Span> Spans)> traces, Redactor redactor) =>
    [
        .. traces.Select(trace => new TraceResult(
            trace.Request.TraceId,
            redactor.RedactUrl(trace.Request.Request),
            trace.Request.Outcome,
            RoundToFiveDigits(trace.Request.Latency.TotalMilliseconds),
            SummarizeSpans(trace.Spans),
            Math.Max(0, trace.Spans.Count - MaxSpans))),
    ];

    private static TraceResult.Span[] SummarizeSpans(IReadOnlyList<Span> spans)
    {
        var start = spans.Select(span => span.StartNs).DefaultIfEmpty().Min();
        return
        [
            .. Sort(spans).Take(MaxSpans).Select(line => new TraceResult.Span(
                line.Span.Service,
                line.Span.Name,
                line.Depth,
                RoundToFiveDigits((line.Span.StartNs - start) / NanosecondsPerMillisecond),
                RoundToFiveDigits((line.Span.EndNs - line.Span.StartNs) / NanosecondsPerMillisecond))),
        ];
    }

    /// <summary>Sorts the spans of a trace: each below its parent, and those of one parent by their start.</summary>
    internal static IEnumerable<(Span Span, int Depth)> Sort(IReadOnlyList<Span> spans)
    {
        var ids = spans.Select(span => span.Id).ToHashSet();
        var children = spans.ToLookup(span => ids.Contains(span.ParentId) ? span.ParentId : "");
        var visited = new HashSet<Span>(ReferenceEqualityComparer.Instance);
        return Descend("", 0);

        IEnumerable<(Span Span, int Depth)> Descend(string parent, int depth) =>
            children[parent].OrderBy(span => span.StartNs).Where(visited.Add)
                .SelectMany(span => Descend(span.Id, depth + 1).Prepend((span, depth)));
    }
}
