namespace TwoTier.Load.Results;

/// <summary>One of the slowest requests of a traced run (<c>--trace</c>), with the spans of the services.</summary>
/// <param name="TraceId">The id of the distributed trace, in hexadecimal digits.</param>
/// <param name="Request">The HTTP method and the path of the request.</param>
/// <param name="Outcome">The status of the response, or the kind of transport error.</param>
/// <param name="LatencyMs">The latency of the request as the load tool measured it, in milliseconds.</param>
/// <param name="Spans">
/// The spans that the services exported: each below its parent, and those of one parent by their start.
/// </param>
/// <param name="OmittedSpans">
/// The number of spans that were received but are not listed, because there are too many.
/// </param>
public sealed record TraceResult(
    string TraceId,
    string Request,
    string Outcome,
    double LatencyMs,
    IReadOnlyList<TraceResult.Span> Spans,
    int OmittedSpans)
{
    /// <summary>A span of a distributed trace: a step in a service, with its duration.</summary>
    /// <param name="Service">The name of the service; empty if the service did not tell it.</param>
    /// <param name="Name">The name of the span.</param>
    /// <param name="Depth">The number of ancestors of the span that are known.</param>
    /// <param name="StartMs">
    /// The start in milliseconds since the start of the trace's first span, by the clock of the service.
    /// </param>
    /// <param name="DurationMs">The duration in milliseconds.</param>
    public sealed record Span(string Service, string Name, int Depth, double StartMs, double DurationMs);
}
