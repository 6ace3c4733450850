using Load.Cli;
using Load.Http;
using Load.Metrics;
using Load.Target;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

public sealed class MonitoredProcessTests : IDisposable
{
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Theory]
    [InlineData(0, CheckState.Pass, "200 of 200")]
    [InlineData(50, CheckState.Fail, "199 of 200, different in 1 of 1 measurements")]
    public async Task ReconcileOption_ProcessLosesARequest_ResultIsInvalid(int lost, object state, string value)
    {
        await using var server = await MeteredServer.StartAsync();
        server.UncountedRequest = lost;

        var exit = await RunAsync(
            server.Url,
            [
                .. MeteredServer.MetricOptions, "--monitor", $"back-end={server.Url}",
                "--reconcile", "back-end=taken_total", .. lost == 0 ? ["--settle", "10ms"] : Array.Empty<string>(),
            ]);

        exit.ShouldBe(lost == 0 ? ExitCode.Ok : ExitCode.InvalidResult, _tool.Output + _tool.Error);
        var check = await GetReconciliationCheckAsync();
        (check.State, check.Value).ShouldBe(((CheckState)state, value));

        // Without --settle, memory is not read again after the run.
        var target = (await _tool.ReadResultAsync()).Variants[0].Processes["target"]!;
        (target.WorkingSetMb, target.AnonymousMb, target.TimeWait).ShouldBe((99, 28, 12));
        (target.WorkingSetAfterMb, target.AnonymousAfterMb).ShouldBe(lost == 0 ? (99, 28) : (null, null));
        if (lost == 0)
            _tool.Output.ShouldMatch(@"target +2\.00 .* 99\.0 .* 28\.0");
    }

    [Fact]
    public async Task ReconcileOption_CounterNotReadable_ResultIsInvalid()
    {
        await using var server = await MeteredServer.StartAsync();

        var exit = await RunAsync(
            server.Url, "--monitor", "elsewhere=http://127.0.0.1:1", "--reconcile", "elsewhere=taken_total");

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output + _tool.Error);
        (await GetReconciliationCheckAsync()).State.ShouldBe(CheckState.Fail);
    }

    [Fact]
    public async Task ReconcileOption_UnknownProcess_IsRejected()
    {
        (await RunAsync("http://127.0.0.1:1", "--reconcile", "back-end=taken_total")).ShouldBe(ExitCode.UsageError);

        _tool.Error.ShouldContain("unknown process back-end. Known processes: none");
    }

    /// <summary>A request that had no answer at Ctrl-C may have been counted or not.</summary>
    [Theory]
    [InlineData(2, true)]
    [InlineData(3, true)]
    [InlineData(4, false)]
    public void Counters_TwoAnswersAndAnUnfinishedRequest_AgreeWithTwoOrThree(int counted, bool agrees)
    {
        var measurement = new Measurement(TimeProvider.System);
        for (var i = 0; i < 2; i++)
            measurement.Counters.RecordResponse(new CompletedResponse(200, 1), TimeSpan.Zero);
        measurement.RecordUnfinishedRequest();
        var process = new MonitoredProcess("back-end", "http://h") { ReconciledCounterName = "taken_total" };
        var usage = new ResourceUsage(
            new Dictionary<string, ProcessMetrics?> { ["back-end"] = new() { ReconciledCounterValue = counted } },
            null,
            true);

        new ServerRequestCount(Routed: counted, Unrouted: 0, Scrapes: 0).AgreesWithLoadTool(measurement)
            .ShouldBe(agrees);
        RunChecks.CheckReconciliation(
                [(measurement.Counters.Successes, measurement.UnfinishedRequests, usage)], [process])
            .ShouldHaveSingleItem().State.ShouldBe(agrees ? CheckState.Pass : CheckState.Fail);
    }

    /// <summary>
    /// Tests that <c>--reconcile</c> compares the counter of each back-end only with the requests of its variant, if
    /// each variant has a separate back-end, and that <c>--settle</c> reads the memory of each once more.
    /// </summary>
    [Fact]
    public async Task ReconcileOption_SeparateProcessForEachVariant_ChecksEachVariantSeparately()
    {
        await using var one = await MeteredServer.StartAsync();
        await using var other = await MeteredServer.StartAsync();
        other.UncountedRequest = 3;

        var exit = await _tool.InvokeAsync("compare", "-u", one.Url, "-c", "1", "--rounds", "2", "--slice", "50ms",
            "--warmup", "0s", "--slice-warmup", "0s", "--settle", "10ms", "--metric", "anonymous-memory=anonymous_bytes",
            "--monitor", $"back-end={one.Url}", "--reconcile", "back-end=taken_total",
            "--variants",
            $$$"""
            [{name: one, query: a=1}, {name: other, url: "{{{other.Url}}}", monitor: {back-end: "{{{other.Url}}}"}}]
            """,
            "--out", _tool.Folder);

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output + _tool.Error);
        (await GetReconciliationCheckAsync()).Value.ShouldEndWith("different in 1 of 4 measurements");
        (await _tool.ReadResultAsync()).Variants
            .ShouldAllBe(variant => variant.Processes["back-end"]!.AnonymousAfterMb == 28);
        _tool.Output.ShouldContain("anonymous MB");
    }

    /// <summary>
    /// Tests that metrics are read only from the monitored back-end. The load tool does not know which of several
    /// target URLs got a request, but the back-end counts the requests to all of them.
    /// </summary>
    [Fact]
    public async Task MonitorOption_SeveralTargetUrls_ReadsOnlyMonitoredProcess()
    {
        await using var one = await MeteredServer.StartAsync();
        await using var other = await MeteredServer.StartAsync();

        var exit = await RunAsync(one.Url, "-u", other.Url, "--monitor", $"back-end={one.Url}");

        exit.ShouldBe(ExitCode.Ok, _tool.Output + _tool.Error);
        var result = await _tool.ReadResultAsync();
        result.Variants[0].Processes.Keys.ShouldBe(["back-end"]);
        result.Validity.Checks.ShouldNotContain(check => check.Id == "server");
    }

    private Task<int> RunAsync(string url, params string[] more) =>
        _tool.InvokeAsync(["run", "-u", url, "-n", "200", "-c", "1", "--warmup", "0s", .. more]);

    private async Task<ValidityCheck> GetReconciliationCheckAsync() =>
        (await _tool.ReadResultAsync()).Validity.Checks.Single(check => check.Id == "reconciled");
}
