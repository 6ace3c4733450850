using TwoTier.Load.Cli.Events;

namespace Load.Tests;

public sealed class ToolMetricsTests : LoadToolTests
{
    private static readonly HttpClient Client = new();
    private int _port;

    [Fact]
    public async Task Metrics_SecondStage_HaveLabelsOfSecondStageAndRequestsOfBothStages()
    {
        var progress = new RunProgress();
        using var metrics = new ToolMetrics(TakePort(), "mine", progress, () => TimeSpan.FromSeconds(1.5));
        (await ReadAsync()).ShouldNotContain("\nload_round ");
        var (first, second) = (new Measurement(TimeProvider.System), new Measurement(TimeProvider.System));
        progress.StartStage(new ActiveStage("a", ActiveStage.WarmupStageName, 0, first));
        first.Counters.RecordResponse(new CompletedResponse(200, 1), TimeSpan.Zero);
        (await ReadAsync()).ShouldContain("load_stage{scenario=\"mine\",variant=\"a\",phase=\"warm-up\"} 1\n");
        progress.StartStage(new ActiveStage("b \"quoted\"", ActiveStage.MeasuredStageName, 3, second));
        second.Counters.RecordResponse(new CompletedResponse(503, 1), TimeSpan.Zero);
        second.Counters.RecordResponse(new CompletedResponse(200, 1), TimeSpan.Zero);

        var text = await ReadAsync();

        text.ShouldContain("load_stage{scenario=\"mine\",variant=\"b \\\"quoted\\\"\",phase=\"measure\"} 1\n");
        Regex.Count(text, "\nload_stage{").ShouldBe(1);
        text.ShouldContain("load_round 3\n");
        text.ShouldContain("load_requests_total{outcome=\"success\"} 2\n");
        text.ShouldContain("load_requests_total{outcome=\"error\"} 1\n");
        text.ShouldContain("load_cpu_seconds_total 1.5\n");
    }

    [Fact]
    public void Metrics_PortInUse_AreAUserError()
    {
        var port = TakePort();
        using var first = new ToolMetrics(port, "mine", new RunProgress(), () => TimeSpan.Zero);

        Should.Throw<UserErrorException>(() => new ToolMetrics(port, "mine", new RunProgress(), () => TimeSpan.Zero))
            .Message.ShouldStartWith($"--metrics: error: cannot listen on port {port}: ");
    }

    [Fact]
    public async Task Compare_ShortTrials_LastScrapeHasFiguresOfReport()
    {
        var (count, isScraped) = (0L, new TaskCompletionSource());
        await using var target = await TestServer.StartAsync(
            async context =>
            {
                // The first two requests are probes. The target answers the others after the first scrape.
                if (Interlocked.Increment(ref count) > 2)
                    await isScraped.Task.WaitAsync(context.RequestAborted);
                await TestServer.HelloAsync(context);
            },
            () => $"process_cpu_seconds_total {0.002 * count}\ndotnet_gc_heap_total_allocated_bytes_total {3000 * count}");
        var run = Tool.InvokeAsync(
            "compare", "-u", target.Url, "--vary", "strategy=a,b", "--monitor", "target", "--rounds", "2",
            "--turn", "50ms", "--warmup", "0s", "-c", "1", "--name", "mine", "--metrics", $"{TakePort()}");
        await Tool.WaitForOutputAsync(@"metrics +http://\S+/metrics");
        var before = await ReadAsync();
        isScraped.SetResult();
        await Tool.WaitForOutputAsync("waits until Prometheus reads the last values");

        var exposition = await ReadAsync();

        Tool.ShouldHaveMeasured(await run);
        before.ShouldContain("load_variant_verdict{scenario=\"mine\",variant=\"a\",verdict=\"baseline\"} 1\n");
        before.ShouldContain("load_variant_verdict{scenario=\"mine\",variant=\"b\",verdict=\"measuring\"} 1\n");
        before.ShouldNotContain("\nload_variant_goodput{");
        var variant = (await Tool.ReadResultAsync()).Variants.Single(one => one.Name == "b");
        Read("load_variant_goodput{scenario=\"mine\",variant=\"b\"}").ShouldBe(variant.Throughput.Rate);
        Read("load_variant_cpu_seconds_per_request{scenario=\"mine\",variant=\"b\",process=\"target\"}")
            .ShouldBe(variant.Processes["target"]!.CpuMs!.Value / 1000, 1e-8);
        Read("load_variant_allocated_bytes_per_request{scenario=\"mine\",variant=\"b\",process=\"target\"}")
            .ShouldBe(variant.Processes["target"]!.AllocKb!.Value * 1000, 1e-3);
        foreach (var (bound, value) in new[]
        {
            ("value", variant.Ratio!.Value), ("low", variant.Ratio.Lo!.Value), ("high", variant.Ratio.Hi!.Value),
        })
        {
            Read($"load_variant_throughput_ratio{{scenario=\"mine\",variant=\"b\",bound=\"{bound}\"}}").ShouldBe(value);
        }

        Regex.Count(exposition, "\nload_variant_verdict{").ShouldBe(2);
        Regex.Count(exposition, "variant=\"b\",verdict=\"(cannot tell|withheld|same|faster|slower)\"} 1\n").ShouldBe(1);

        double Read(string series) => double.Parse(
            exposition.Split('\n').Single(line => line.StartsWith(series, StringComparison.Ordinal))[series.Length..],
            CultureInfo.InvariantCulture);
    }

    private int TakePort() => _port = ServiceProcess.FindFreePorts(1)[0];

    private Task<string> ReadAsync() =>
        Client.GetStringAsync($"http://127.0.0.1:{_port}/metrics", TestContext.Current.CancellationToken);
}
