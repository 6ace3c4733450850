namespace TwoTier.Load.Validity;

/// <summary>Checks whether the latencies of bursts are those of the target and not of the load tool.</summary>
internal static class BurstChecks
{
    private const double MaxRatio = 1.2;

    /// <summary>
    /// Checks how long the load tool took to send the requests of the worst burst after the release. A median delay
    /// beyond the limit makes the run invalid, unless it hardly changes the latencies, which count from the release.
    /// </summary>
    public static IEnumerable<ValidityCheck> Evaluate(IEnumerable<BurstMeasurement> bursts, TimeSpan maxDelay) => bursts
        .Select(burst => Evaluate(burst, maxDelay.TotalMilliseconds))
        .OrderByDescending(burst => burst.Check.State)
        .ThenByDescending(burst => burst.Delay)
        .Select(burst => burst.Check)
        .Take(1);

    private static (ValidityCheck Check, double Delay) Evaluate(BurstMeasurement burst, double maxDelay)
    {
        var delay = GetMedianMs(burst.Sending.ScheduleDelay);
        var (fromRelease, fromSend) = (GetMedianMs(burst.Counters.Latency), GetMedianMs(burst.Sending.ServiceTime));
        return (ValidityCheck.Require(
            delay <= maxDelay || fromRelease <= MaxRatio * fromSend,
            "burst", "Requests of a burst sent at once, median delay",
            $"{FormatNumber(delay)} ms in the burst of {FormatCount(burst.Counters.Requests)}"
                + (delay <= maxDelay ? "" : $": p50 {FormatNumber(fromRelease)} ms from the release, "
                    + $"{FormatNumber(fromSend)} ms from each send"),
            $"{FormatNumber(maxDelay)} ms, or p50 within {(MaxRatio - 1) * 100:0} %",
            "the tool sent for too long: quote p50 from each send, or try smaller bursts, or another machine for the "
                + "tool"), delay);
    }

    private static double GetMedianMs(LatencyHistogram histogram) => histogram.GetValueAtQuantile(0.5) / 1e6;
}
