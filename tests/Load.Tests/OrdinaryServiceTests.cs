using Load.Cli;
using Load.Results;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

/// <summary>
/// Tests that ordinary services are valid targets without any option, and that their counts are compared correctly
/// where the user asks for it.
/// </summary>
public sealed class OrdinaryServiceTests : LoadToolTests
{
    private const string OrderPath = "/orders/{{{id:RAND_INTEGER:[1:1000]}}}?full=true";

    [Theory]
    [InlineData("run")]
    [InlineData("compare")]
    public async Task SendLoad_ServiceThatCountsMetricsRequests_MetricsAreNeverRead(string command)
    {
        await using var service = await CountingService.StartAsync();

        Tool.ShouldHaveMeasured(await LoadAsync(command, service.Url));

        service.Scrapes.ShouldBe(0);
        var result = await Tool.ReadResultAsync();
        result.Variants.ShouldAllBe(variant => variant.Processes.Count == 0);
    }

    [Theory]
    [InlineData("run", true)]
    [InlineData("compare", false)]
    public async Task MonitorTarget_ServiceThatCountsMetricsRequests_RequestCountsAgree(string command, bool isRouted)
    {
        await using var service = await CountingService.StartAsync(isRouted);

        Tool.ShouldHaveMeasured(await LoadAsync(command, service.Url, "--monitor", "target"));

        service.Scrapes.ShouldBeGreaterThan(1);
        (await ReadCheckAsync("server")).State.ShouldBe(CheckState.Pass);
        GetTargetDescription(await Tool.ReadResultAsync()).ShouldEndWith("GC mode unknown, 2 processors");
    }

    [Fact]
    public async Task MonitorTarget_OtherClientChecksHealthDuringRun_RequestCountsAgree()
    {
        await using var service = await CountingService.StartAsync();
        using var client = new HttpClient();
        using var stop = new CancellationTokenSource();
        var probing = SendRequestsAsync(client, new Uri($"{service.Url}/health"), stop.Token);

        var exit = await LoadAsync("run", service.Url, "--monitor", "target");
        await stop.CancelAsync();

        (await probing).ShouldBeGreaterThan(0);
        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        (await ReadCheckAsync("server")).State.ShouldBe(CheckState.Pass);
    }

    /// <summary>
    /// The target has its metrics on another port, so it does not count readings. Each repeated reading once excused
    /// one request of others.
    /// </summary>
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

        var exit = await LoadAsync("run", server.Url, "--monitor", "target");

        exit.ShouldBe(ExitCode.InvalidResult, Tool.Output + Tool.Error);
        (await ReadCheckAsync("server")).State.ShouldBe(CheckState.Fail);
    }

    [Fact]
    public async Task MonitorTarget_ServiceWithoutMetrics_ResultIsValidWithNote()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        (await LoadAsync("run", server.Url, "--monitor", "target")).ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);

        (await ReadCheckAsync("server")).State.ShouldBe(CheckState.Note);
    }

    [Fact]
    public async Task MonitorTarget_TargetRestartsDuringRun_ReportsCostSinceRestart()
    {
        var readings = 0;
        await using var server = await TestServer.StartAsync(
            TestServer.HelloAsync,
            () => $"process_cpu_seconds_total {(Interlocked.Increment(ref readings) == 1 ? 100 : 3)}");

        var exit = await LoadAsync("run", server.Url, "--monitor", "target");

        exit.ShouldBe(ExitCode.Ok, Tool.Output + Tool.Error);
        var target = (await Tool.ReadRunAsync()).Processes["target"]!;
        (target.Restarts, target.CpuMs).ShouldBe((1, 15));
        (await ReadCheckAsync("restarted")).State.ShouldBe(CheckState.Note);
        Tool.Output.ShouldContain("target (restarted)");
    }

    [Fact]
    public async Task MonitorOption_UrlWithPath_ReadsMetricsFromThatUrl()
    {
        await using var gateway = await TestServer.StartAsync(async context =>
        {
            var isMetrics = context.Request.Path == "/team/metrics";
            await using var writer = new StreamWriter(context.Response.Body);
            await writer.WriteAsync(isMetrics ? "process_resident_memory_bytes 7000000" : "hello");
        });

        await LoadAsync("run", gateway.Url, "--monitor", $"team={gateway.Url}/team/metrics");

        (await Tool.ReadRunAsync()).Processes["team"]!.WorkingSetMb.ShouldBe(7);
    }

    [Fact]
    public async Task MonitorTarget_SeveralTargetHosts_ReportsThatUrlIsRequired()
    {
        var exit = await Tool.InvokeAsync(
            "run", "-u", "http://127.0.0.1:1", "-u", "http://127.0.0.1:2", "--monitor", "target");

        exit.ShouldBe(ExitCode.UsageError);
        Tool.Error.ShouldContain(
            "--monitor: error: the requests go to 2 hosts, and each has metrics of its own. "
            + "Try --monitor target=http://127.0.0.1:1");
    }

    private static string GetTargetDescription(Result result) => result.Provenance.Single(row => row[0] == "Target")[1];

    private static async Task<int> SendRequestsAsync(HttpClient client, Uri url, CancellationToken stop)
    {
        var sent = 0;
        while (!stop.IsCancellationRequested)
        {
            await client.GetStringAsync(url, CancellationToken.None);
            sent++;
        }

        return sent;
    }

    private Task<int> LoadAsync(string command, string url, params string[] more) => Tool.InvokeAsync(
    [
        command, "-u", url + OrderPath, "-c", "4", "--warmup", "0s", "--out", Tool.Folder,
        .. command == "run"
            ? (string[])["-n", "200"]
            : ["--vary", "a=1,2", "--rounds", "2", "--slice", "50ms", "--slice-warmup", "0s"],
        .. more,
    ]);

    private async Task<ValidityCheck> ReadCheckAsync(string id) =>
        (await Tool.ReadResultAsync()).Validity.Checks.Single(check => check.Id == id);
}
