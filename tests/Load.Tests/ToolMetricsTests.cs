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

    private int TakePort() => _port = FreePort.FindAddress().Port;

    private Task<string> ReadAsync() =>
        Client.GetStringAsync($"http://127.0.0.1:{_port}/metrics", TestContext.Current.CancellationToken);
}
