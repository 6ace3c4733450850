namespace Load.Tests;

public sealed class UsageMeterTests
{
    /// <summary>
    /// The metrics are read again until the counts agree. The first reading may be one of the requests without a route,
    /// but further readings, which the target does not count, must not excuse the requests of others.
    /// </summary>
    [Theory]
    [InlineData(true, 0, 10, 13, 15)]
    [InlineData(true, 0, 10, 16)]
    [InlineData(false, 0, 10, 17)]
    [InlineData(true, 1, 10, 17)]
    [InlineData(false, 0, 10, 14)]
    public async Task Measure_TargetWithoutRoutes_ComparesItsCountWithFiveRequests(
        bool agrees, int unfinished, params int[] counts)
    {
        var (time, readings) = (new ManualTime(), 0);
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync, () =>
        {
            time.Advance(TimeSpan.FromMilliseconds(100));
            var count = counts[Math.Min(readings++, counts.Length - 1)];
            return $$"""http_server_request_duration_seconds_count{http_request_method="GET"} {{count}}""";
        });
        using var scraper = new PrometheusScraper { TimeLimit = Timeout.InfiniteTimeSpan };
        var target = new MonitoredProcess(MonitoredProcess.Target, $"{server.Url}/metrics")
        {
            SentRequests = new SentRequests([TestRequests.CreateParts(server.Url)]),
        };
        var meter = new UsageMeter(scraper, [target], time);
        var measurement = new Measurement(time);
        for (var i = 0; i < 5; i++)
            measurement.Counters.RecordResponse(new CompletedResponse(200, 1), TimeSpan.Zero);
        for (var i = 0; i < unfinished; i++)
            measurement.Recorder.RecordUnfinishedRequest(new RequestTrace(), 0);

        await meter.StartAsync();
        var usage = await meter.MeasureAsync(measurement);

        usage.Agrees.ShouldBe(agrees);
    }
}
