namespace TwoTier.Load.Http;

/// <summary>One of the slowest requests of a run with trace contexts (<c>--trace</c>).</summary>
/// <param name="TraceId">The id of the distributed trace, in hexadecimal digits.</param>
/// <param name="Request">The HTTP method and the path of the request.</param>
/// <param name="Outcome">The status of the response, or the kind of transport error.</param>
/// <param name="LatencyMs">The latency of the request as the load tool measured it, in milliseconds.</param>
public sealed record TraceResult(string TraceId, string Request, string Outcome, double LatencyMs);
