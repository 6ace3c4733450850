namespace Load.Tests;

public sealed class CoordinatedOmissionTests : LoadToolTests
{
    private const double PeriodSeconds = 1.5;
    private const double StallSeconds = 0.3;

    // The server responds immediately, except that it stalls at the end of each period.
    [Fact]
    [Slow]
    public async Task Run_OpenLoopAgainstStallingServer_ReportsLatenciesFromPlannedStarts()
    {
        var first = 0L;
        await using var server = await TestServer.StartAsync(async context =>
        {
            Interlocked.CompareExchange(ref first, Stopwatch.GetTimestamp(), 0);
            await Task.Delay(GetRemainingStall(Stopwatch.GetElapsedTime(first)));
            await TestServer.HelloAsync(context);
        });

        await Tool.RunAsync(server.Url, "--rate 500/s --duration 3s -c 20");

        var run = await Tool.ReadRunAsync();
        (run.Planned, run.Sent, run.Dropped, run.Errors).ShouldBe((1500, 1500, 0, 0));
        run.Queued!.Value.ShouldBeGreaterThan(100);

        // A busy machine may make the measured latencies longer than expected, but they must not be shorter. They would
        // be shorter if the load tool sent no requests while the server stalls.
        double[] truth =
        [
            .. new RequestSchedule(500, TimeSpan.FromSeconds(3)).GetDueTimes()
                .Select(due => GetRemainingStall(due).TotalMilliseconds).Order(),
        ];
        run.Latency.P90!.Value.ShouldBeGreaterThan(0.9 * truth[(int)(0.9 * truth.Length) - 1]);
        run.Latency.P99!.Value.ShouldBeGreaterThan(0.9 * truth[(int)(0.99 * truth.Length) - 1]);
        run.ServiceTime!.P95!.Value.ShouldBeLessThan(run.Latency.P95!.Value);
    }

    private static TimeSpan GetRemainingStall(TimeSpan at)
    {
        var place = at.TotalSeconds % PeriodSeconds;
        return TimeSpan.FromSeconds(place >= PeriodSeconds - StallSeconds ? PeriodSeconds - place : 0);
    }
}
