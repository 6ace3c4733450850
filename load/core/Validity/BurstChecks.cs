namespace TwoTier.Load.Validity;

/// <summary>Checks whether the latencies of bursts are those of the target and not of the load tool.</summary>
internal static class BurstChecks
{
    private const double MaxRatio = 1.2;

    /// <summary>
    /// Checks how long the load tool took to send the requests of the worst burst after the release. A median delay
    /// beyond the limit is a note if it hardly changes the latencies, which count from the release, and makes the run
    /// invalid otherwise.
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
        var state = delay <= maxDelay ? CheckState.Pass
            : fromRelease <= MaxRatio * fromSend ? CheckState.Note
            : CheckState.Fail;
        var value = $"{FormatNumber(delay)} ms in the burst of {FormatCount(burst.Counters.Requests)}";
        return (new ValidityCheck(
            "burst", "Requests of a burst sent at once, median delay",
            state == CheckState.Pass ? value
                : $"{value}: p50 {FormatNumber(fromRelease)} ms from the release, "
                    + $"{FormatNumber(fromSend)} ms from each send",
            $"{FormatNumber(maxDelay)} ms, or p50 within {(MaxRatio - 1) * 100:0} %",
            state,
            state == CheckState.Pass ? null
                : "the tool sent for too long: quote p50 from each send, or try smaller bursts, or another machine "
                    + "for the tool"), delay);
    }

    private static double GetMedianMs(LatencyHistogram histogram) => histogram.GetValueAtQuantile(0.5) / 1e6;
}
