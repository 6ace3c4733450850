namespace Load.Tests;

/// <summary>Delays that the load tool itself causes: none of them may silently become the target's.</summary>
public sealed class OwnDelayTests
{
    private readonly FakeTimeProvider _time = new(default);

    [Fact]
    public async Task Beat_LaterThanExpected_RecordsPauseAndRequestsInFlight()
    {
        var (arrived, release) = (new TaskCompletionSource(), new TaskCompletionSource());
        await using var server = await TestServer.StartAsync(async context =>
        {
            arrived.TrySetResult();
            await release.Task.WaitAsync(context.RequestAborted);
            await TestServer.HelloAsync(context);
        });
        using var sender = new HttpSender(2);
        using var heartbeat = new Heartbeat(_time, Heartbeat.DefaultMinPause);
        var measurement = new Measurement(_time);
        using var watch = heartbeat.Watch(measurement);
        var context = new RunContext(
            sender, TestRequests.CreateMix(server.Url), TimeSpan.FromMinutes(1), TimeProvider.System)
        {
            PauseWatch = watch,
        };
        using var idle = context.CreateConnection(measurement);
        using var busy = context.CreateConnection(measurement);
        var sending = busy.SendAsync(busy.Prepare(0));
        await arrived.Task.WaitAsync(TestContext.Current.CancellationToken);

        foreach (var milliseconds in new[] { 10, 59, 360, 10, 360 })
        {
            _time.Advance(TimeSpan.FromMilliseconds(milliseconds));
            heartbeat.Beat();
        }

        measurement.Pauses.ShouldBe(new ToolPauses(2, 0.7, 0.35, 1));
        release.SetResult();
        await sending;
        measurement.Add(measurement);
        measurement.Pauses.ShouldBe(new ToolPauses(4, 1.4, 0.35, 2));
    }

    [Theory]
    [InlineData(100, 0.35, 0, null)]
    [InlineData(100, 0.35, 8, null)]
    [InlineData(100, 0.35, 12, "once, 0.350 s; 12 requests were in flight; p99.9 may be due to them")]
    [InlineData(12, 1, 8, "once, 1.00 s; 8 requests were in flight; 8.3 % of the time was lost")]
    public void Evaluate_ClosedLoopWithPause_FailsIfAQuotedFigureCanBeOfThePause(
        int seconds, double pause, int inFlight, string? value)
    {
        var measurement = new Measurement(_time);
        Record(10_000 - inFlight, 1);
        measurement.RecordWorkerEnd(TimeSpan.FromSeconds(seconds).Ticks);
        PauseChecks.Evaluate([("", measurement)], default).ShouldBeEmpty();

        Record(inFlight, pause * 1000);
        measurement.RecordPause(TimeSpan.FromSeconds(pause), inFlight);

        var check = PauseChecks.Evaluate([("", measurement)], TimeSpan.FromMilliseconds(1)).SingleOrDefault();
        (check?.State, check?.Value).ShouldBe((value is null ? null : CheckState.Fail, value));
        PauseChecks.Evaluate([("", measurement)], TimeSpan.FromSeconds(1)).ShouldBeEmpty();

        void Record(int requests, double milliseconds)
        {
            for (var i = 0; i < requests; i++)
            {
                measurement.Recorder.RecordResponse(
                    0, new CompletedResponse(200, 1), new RequestTrace(), 0, 0,
                    TimeSpan.FromMilliseconds(milliseconds).Ticks);
            }
        }
    }

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
