namespace Load.Tests;

public sealed class OrdinaryServiceTests : LoadToolTests
{
    private const string OrderPath = "/orders/{{{id:RAND_INTEGER:[1:1000]}}}?full=true";

    [Theory]
    [InlineData("run", true, true)]
    [InlineData("compare", false, true)]
    [InlineData("run", true, false)]
    [InlineData("compare", false, false)]
    public async Task SendLoad_ServiceThatCountsMetricsRequests_CountsAgreeAndAreReadOnRequestOnly(
        string command, bool isRouted, bool isMonitored)
    {
        var (served, scrapes) = (0, 0);
        await using var service = await TestServer.StartAsync(
            context =>
            {
                Interlocked.Increment(ref served);
                return TestServer.HelloAsync(context);
            },
            () =>
            {
                // A service counts a reading of its metrics after it was answered.
                var (count, readings) = ("http_server_request_duration_seconds_count", scrapes++);
                return isRouted
                    ? $$"""
                        {{count}}{http_request_method="GET",http_route="/orders/{id:int}"} {{served}}
                        {{count}}{http_request_method="GET",http_route="/metrics"} {{readings}}
                        dotnet_process_cpu_count 2
                        """
                    : $$"""
                        {{count}}{http_request_method="GET"} {{served + readings}}
                        dotnet_process_cpu_count 2
                        """;
            });
        string[] load = command == "run"
            ? ["run", "-n", "200"]
            : ["compare", "--vary", "a=1,2", "--rounds", "2", "--turn", "50ms"];

        Tool.ShouldHaveMeasured(await Tool.InvokeAsync(
        [
            .. load, "-u", service.Url + OrderPath, "-c", "4", "--warmup", "0s",
            .. isMonitored ? (string[])["--monitor", "target"] : [],
        ]));

        var result = await Tool.ReadResultAsync();
        result.Variants.ShouldAllBe(variant => (variant.Processes.Count > 0) == isMonitored);
        (scrapes > 0).ShouldBe(isMonitored);
        if (!isMonitored)
            return;
        GetCheck(result, "server").State.ShouldBe(CheckState.Pass);
        result.Provenance.Single(row => row[0] == "Target")[1].ShouldEndWith("GC mode unknown, 2 processors");
    }

    [Fact]
    public async Task MonitorTarget_FewRequestsOfOthersAndReadingsThatAreNotCounted_ResultIsInvalid()
    {
        const int OfOthers = 20;
        var served = 0;
        await using var server = await TestServer.StartAsync(
            context =>
            {
                Interlocked.Increment(ref served);
                return TestServer.HelloAsync(context);
            },
            () => "http_server_request_duration_seconds_count{http_request_method=\"GET\"} "
                + (served + (served > 100 ? OfOthers : 0)));

        (await MonitorAsync(server.Url)).ShouldBe(ExitCode.InvalidResult, Tool.Output + Tool.Error);

        GetCheck(await Tool.ReadResultAsync(), "server").State.ShouldBe(CheckState.Fail);
    }

    [Fact]
    public async Task MonitorTarget_TargetRestartsDuringRun_ReportsCostSinceRestart()
    {
        var readings = 0;
        await using var server = await TestServer.StartAsync(
            TestServer.HelloAsync,
            () => $"process_cpu_seconds_total {(Interlocked.Increment(ref readings) == 1 ? 100 : 3)}");

        (await MonitorAsync(server.Url)).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);

        var target = (await Tool.ReadRunAsync()).Processes["target"]!;
        (target.Restarts, target.CpuMs).ShouldBe((1, 15));
        Tool.Output.ShouldContain("target (restarted)");
    }

    /// <summary>A server may count the reading of its metrics, and counts a request after the response.</summary>
    [Theory]
    [InlineData(true, 0, 10, 13, 15)]
    [InlineData(true, 0, 10, 16)]
    [InlineData(false, 0, 10, 17)]
    [InlineData(true, 1, 10, 17)]
    [InlineData(false, 0, 10, 14)]
    public async Task Measure_TargetThatCounts_ComparesItsCountWithFiveRequests(
        bool agrees, int unfinished, params int[] counts)
    {
        var (time, readings) = (new HurriedTime(movesOn: true), 0);
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync, () =>
        {
            time.Advance(TimeSpan.FromMilliseconds(100));
            var count = counts[Math.Min(readings++, counts.Length - 1)];
            return $$"""http_server_request_duration_seconds_count{http_request_method="GET"} {{count}}""";
        });
        using var scraper = new PrometheusScraper { TimeLimit = Timeout.InfiniteTimeSpan };
        var target = new MonitoredProcess(MonitoredProcess.Target, $"{server.Url}/metrics")
        {
            IsCounted = true,
        };
        var meter = new UsageMeter(scraper, [target], time);
        var measurement = new Measurement(time);
        for (var i = 0; i < 5; i++)
            measurement.Counters.RecordResponse(new CompletedResponse(200, 1), TimeSpan.Zero);
        for (var i = 0; i < unfinished; i++)
            measurement.Recorder.RecordUnfinishedRequest(new RequestTrace());

        await meter.StartAsync();
        var usage = await meter.MeasureAsync(SentCount.Of(measurement));

        usage.CountAgrees.ShouldBe(agrees);
    }

    private Task<int> MonitorAsync(string url) => Tool.RunAsync(url + OrderPath, "-n 200 -c 4 --monitor target");
}
