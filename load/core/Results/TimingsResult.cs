namespace TwoTier.Load.Results;

/// <summary>
/// The phases of the requests, in milliseconds. The time to the first byte and the body add up to the service time.
/// </summary>
/// <param name="Connect">
/// The time to resolve the host name and to establish the TCP connection, for each connection that was opened. Null if
/// none was opened.
/// </param>
/// <param name="Tls">The time of the TLS handshake, for each connection that was opened. Null without TLS.</param>
/// <param name="Ttfb">
/// The time from sending a request to the first byte of its answer, including the opening of a connection if it needed
/// one. With HTTP/2, it is the time to the end of the headers.
/// </param>
/// <param name="Body">The time from the first to the last byte of an answer.</param>
/// <param name="ConnectionsOpened">The number of connections that the load tool opened.</param>
public sealed record TimingsResult(
    LatencyResult? Connect, LatencyResult? Tls, LatencyResult? Ttfb, LatencyResult? Body, long ConnectionsOpened)
{
    /// <summary>Creates the summary of the phases of the requests.</summary>
    internal static TimingsResult Create(RequestTimings timings)
    {
        return new TimingsResult(
            Summarize(timings.Connect, "connect"),
            Summarize(timings.Tls, "tls"),
            Summarize(timings.FirstByte, "ttfb"),
            Summarize(timings.Body, "body"),
            timings.Connect?.Count ?? 0);

        static LatencyResult? Summarize(LatencyHistogram? histogram, string clock) =>
            histogram is null ? null : LatencySummary.Summarize(histogram, clock);
    }
}
