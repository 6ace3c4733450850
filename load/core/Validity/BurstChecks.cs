using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Validity;

/// <summary>Checks whether the latencies of bursts are those of the target and not of the load tool.</summary>
internal static class BurstChecks
{
    private const double MaxRatio = 1.2;
    private const double NanosecondsPerMs = 1e6;

    /// <summary>
    /// Checks how long the load tool took to send the requests of a burst after the release. If the median delay is
    /// within the limit, the requests count as sent at once. A longer delay is a note if it hardly changes the
    /// latencies, which count from the release, and makes the run invalid otherwise.
    /// </summary>
    /// <returns>The check; nothing if there are no bursts.</returns>
    public static IEnumerable<ValidityCheck> Evaluate(IEnumerable<BurstMeasurement> bursts, TimeSpan maxDelay)
    {
        BurstSendDelay[] delays = [.. bursts.Select(burst => new BurstSendDelay(burst, maxDelay.TotalMilliseconds))];
        if (delays.Length == 0)
            yield break;
        var worst = delays.MaxBy(delay => (delay.State, delay.Ms))!;
        yield return new ValidityCheck(
            "burst",
            "Requests of a burst sent at once, median delay",
            worst.Description,
            $"{FormatNumber(maxDelay.TotalMilliseconds)} ms, or p50 within {(MaxRatio - 1) * 100:0} %",
            worst.State,
            worst.State == CheckState.Pass ? null
                : "the tool sent for too long: quote p50 from each send, or try smaller bursts, or another machine "
                    + "for the tool");
    }

    private sealed class BurstSendDelay(BurstMeasurement burst, double maxMs)
    {
        private readonly double _latencyFromRelease = burst.Counters.Latency.GetValueAtQuantile(0.5) / NanosecondsPerMs;
        private readonly double _latencyFromSend = burst.Sending.ServiceTime.GetValueAtQuantile(0.5) / NanosecondsPerMs;

        public double Ms { get; } = burst.Sending.ScheduleDelay.GetValueAtQuantile(0.5) / NanosecondsPerMs;

        public CheckState State => Ms <= maxMs ? CheckState.Pass
            : _latencyFromRelease <= MaxRatio * _latencyFromSend ? CheckState.Note
            : CheckState.Fail;

        public string Description => $"{FormatNumber(Ms)} ms in the burst of {FormatCount(burst.Counters.Requests)}"
            + (Ms > maxMs
                ? $": p50 {FormatNumber(_latencyFromRelease)} ms from the release, {FormatNumber(_latencyFromSend)} ms from each send"
                : "");
    }
}
