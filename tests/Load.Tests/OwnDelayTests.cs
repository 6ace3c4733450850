namespace Load.Tests;

/// <summary>Delays that the load tool itself causes: none of them may silently become the target's.</summary>
public sealed class OwnDelayTests
{
    // The tool sent 0.6 % of the requests 300 ms late. No request is late by p99.
    [Theory]
    [InlineData(11_000, 303, CheckState.Fail, "p99.9")]
    [InlineData(11_000, 3_000, CheckState.Pass, "p99")]
    [InlineData(5_000, 303, CheckState.Pass, "p99")]
    public void Evaluate_OpenLoopWithLateRequests_JudgesEveryPercentileThatIsQuoted(
        int requests, int latencyMs, CheckState expected, string percentile)
    {
        var (counters, latency) = (new OpenLoopCounters(requests), new LatencyHistogram());
        for (var i = 0; i < requests; i++)
        {
            var isLate = i < 0.006 * requests;
            counters.ScheduleDelay.Record(TimeSpan.FromMilliseconds(isLate ? 300 : 0.1));
            latency.Record(TimeSpan.FromMilliseconds(isLate ? latencyMs : 3));
        }

        var check = OpenLoopChecks.Evaluate([("", counters, latency)], RunLimits.Default)[1];

        (check.State, check.Label).ShouldBe((expected, $"Load tool's own schedule delay, {percentile}"));
    }
}
