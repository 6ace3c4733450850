namespace Load.Tests;

public sealed class IntervalSeriesTests
{
    [Theory]
    [InlineData(-1, 0, 0, 0)]
    [InlineData(1000, 1500, 1, 1)]
    [InlineData(1999, 2000, 1, null)] // received after the last interval
    public void RecordResponse_Success_CountsRequestWhenDueSuccessWhenReceived(
        int due, int received, int asked, int? came)
    {
        var intervals = new IntervalSeries(TimeSpan.FromSeconds(1), [null, null]);

        intervals.RecordResponse(
            Milliseconds(due), Milliseconds(received), new CompletedResponse(200, 0), TimeSpan.Zero);

        intervals.Counters.Select(tally => tally.Requests).ShouldBe(asked == 0 ? [1L, 0L] : [0L, 1L]);
        (intervals.GetSuccesses(0), intervals.GetSuccesses(1)).ShouldBe((came == 0 ? 1 : 0, came == 1 ? 1 : 0));
    }

    [Fact]
    public async Task Summarize_TargetRestarts_CountsCpuTimeFromRestartOn()
    {
        var cpuSeconds = 100;
        await using var server = await TestServer.StartAsync(
            TestServer.HelloAsync, () => $"process_cpu_seconds_total {cpuSeconds}");
        var time = new FakeTimeProvider(default);
        using var scraper = new PrometheusScraper { TimeLimit = Timeout.InfiniteTimeSpan };
        await using var sampler = new MetricsSampler(
            scraper, [new MonitoredProcess(MonitoredProcess.Target, $"{server.Url}/metrics")], time);
        await sampler.ReadAsync();
        time.Advance(TimeSpan.FromSeconds(2));
        cpuSeconds = 3;
        await sampler.ReadAsync();

        var levels = ProcessResultBuilder.CreateLevels(sampler, TimeSpan.Zero, TimeSpan.FromSeconds(2));

        levels[MonitoredProcess.Target]!.CpuCores.ShouldBe(1.5);
    }

    private static TimeSpan Milliseconds(int count) => TimeSpan.FromMilliseconds(count);
}
