using System.Diagnostics;

namespace Load.Tests;

public sealed class CoordinatedOmissionTests
{
    [Fact]
    [Slow]
    public async Task Run_OpenLoopAgainstStallingServer_ReportsLatenciesFromPlannedStarts()
    {
        var stall = new StallingServer(PeriodSeconds: 1.5, StallSeconds: 0.3);
        await using var server = await stall.StartAsync();

        var run = await RunAsync(server.Url, "--rate", "500/s", "--duration", "3s", "-c", "20");

        (run.Planned, run.Sent, run.Dropped, run.Errors).ShouldBe((1500, 1500, 0, 0));
        run.Queued!.Value.ShouldBeGreaterThan(100);

        // A busy machine may make the measured latencies longer than expected, but they must not be shorter. They would
        // be shorter if the load tool sent no requests while the server stalls.
        var truth = stall.GetExpectedLatencies(new RampSchedule(500, 500, TimeSpan.FromSeconds(3)));
        run.Latency.P90!.Value.ShouldBeGreaterThan(0.9 * truth(0.9));
        run.Latency.P99!.Value.ShouldBeGreaterThan(0.9 * truth(0.99));
        run.ServiceTime!.P95!.Value.ShouldBeLessThan(run.Latency.P95!.Value);
    }

    /// <summary>
    /// Compares an open loop of 20 s at 1,000 requests/s with a closed loop. This test runs only on demand, as the
    /// README describes.
    /// </summary>
    [Fact(Explicit = true)]
    [Slow]
    [Trait("Study", "stall")]
    [TimeLimit(180)]
    public async Task Run_OneSecondStallEveryFiveSeconds_OpenLoopReportsTrueLatencies()
    {
        var stall = new StallingServer(PeriodSeconds: 5, StallSeconds: 1);
        await using var server = await stall.StartAsync();

        var open = await RunAsync(server.Url, "--duration", "20s", "--rate", "1000/s", "-c", "1500");
        var closed = await RunAsync(server.Url, "--duration", "20s", "-c", "50");

        var truth = stall.GetExpectedLatencies(new RampSchedule(1000, 1000, TimeSpan.FromSeconds(20)));
        TestContext.Current.TestOutputHelper!.WriteLine(
            $"""
            ms             p50      p90      p95      p99
            truth    {truth(0.5),9:0.0}{truth(0.9),9:0.0}{truth(0.95),9:0.0}{truth(0.99),9:0.0}
            open     {FormatRow(open.Latency)}   from the intended start, {open.Sent} of {open.Planned} sent
            service  {FormatRow(open.ServiceTime!)}   the same run, from the send
            closed   {FormatRow(closed.Latency)}   50 connections
            """);
        open.Sent.ShouldBe(20_000);
        open.Latency.P90!.Value.ShouldBe(truth(0.9), 0.05 * truth(0.9));
        open.Latency.P99!.Value.ShouldBe(truth(0.99), 0.05 * truth(0.99));
    }

    private static async Task<VariantResult> RunAsync(string url, params string[] options)
    {
        using var tool = new LoadTool();
        await tool.RunAsync(url, "", options);
        return await tool.ReadRunAsync();
    }

    private static string FormatRow(LatencyResult latency) =>
        $"{latency.P50,9:0.0}{latency.P90,9:0.0}{latency.P95,9:0.0}{latency.P99,9:0.0}";

    /// <summary>A server that responds immediately, except that it stalls at the end of each period.</summary>
    private sealed record StallingServer(double PeriodSeconds, double StallSeconds)
    {
        public Task<TestServer> StartAsync()
        {
            var first = 0L;
            return TestServer.StartAsync(async context =>
            {
                Interlocked.CompareExchange(ref first, Stopwatch.GetTimestamp(), 0);
                await Task.Delay(TimeSpan.FromSeconds(GetRemainingStall(Stopwatch.GetElapsedTime(first).TotalSeconds)));
                await TestServer.HelloAsync(context);
            });
        }

        /// <summary>
        /// Returns a function from a quantile to the latency in milliseconds that an open loop with the given schedule
        /// must report.
        /// </summary>
        public Func<double, double> GetExpectedLatencies(RequestSchedule schedule)
        {
            var sorted =
                schedule.GetDueTimes().Select(due => GetRemainingStall(due.TotalSeconds) * 1000).Order().ToArray();
            return quantile => sorted[(int)Math.Ceiling(quantile * sorted.Length) - 1];
        }

        private double GetRemainingStall(double at) =>
            at % PeriodSeconds >= PeriodSeconds - StallSeconds ? PeriodSeconds - at % PeriodSeconds : 0;
    }
}
