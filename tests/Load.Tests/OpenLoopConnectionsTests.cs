namespace Load.Tests;

public sealed class OpenLoopConnectionsTests : LoadToolTests
{
    private const string CheckId = "connections";

    // Twenty requests are under way at a time, if none has to wait.
    [Fact]
    public async Task Run_AnswerTakesLongerThanTenConnectionsCarry_OpensMore()
    {
        var result = await RunAsync();

        (result.Variants[0].Requests, result.Variants[0].Queued).ShouldBe((200, 0), Tool.Output);
        result.Validity.Checks.ShouldNotContain(check => check.Id == CheckId);
    }

    [Fact]
    public async Task Run_TooFewConnections_IsInvalidAndNamesEnough()
    {
        var check = GetCheck(await RunAsync("-c", "8"), CheckId);

        check.State.ShouldBe(CheckState.Fail, Tool.Output);
        int.Parse(check.Cure!.Split(' ')[^1], CultureInfo.InvariantCulture).ShouldBeGreaterThanOrEqualTo(35);
    }

    // 200 arrivals per second that take 0.1 s: 20 are under way on average, and 35 hardly ever.
    [Theory]
    [InlineData(1990, 0.1, "try more connections: -c 35")]
    [InlineData(1990, 0.06, null)]
    [InlineData(20, 0.1, null)]
    public void Evaluate_RequestsWaited_FailsIfTargetAnsweredAsFastAsBefore(
        long queued, double secondsOfUnqueued, string? cure)
    {
        var counters = new OpenLoopCounters(2000) { Seconds = 10, ArrivedRequests = 2000, SentRequests = 2000 };
        counters.QueuedRequests = queued;
        for (var request = 0; request < 2000; request++)
        {
            var isQueued = request >= 10;
            counters.RecordServiceTime(TimeSpan.FromSeconds(isQueued ? 0.1 : secondsOfUnqueued), isQueued);
        }

        var checks = OpenLoopChecks.Evaluate([("", counters, counters.ServiceTime)], RunLimits.Default);

        checks.FirstOrDefault(check => check.Id == CheckId)?.Cure.ShouldBe(cure);
        checks.Count(check => check.Id == CheckId).ShouldBe(cure is null ? 0 : 1);
    }

    private async Task<Result> RunAsync(params string[] options)
    {
        await using var server = await TestServer.StartAsync(async context =>
        {
            await Task.Delay(100);
            await TestServer.HelloAsync(context);
        });

        await Tool.InvokeAsync(
            ["run", server.Url, "--rate", "200/s", "--duration", "1s", "--warmup", "0s", .. options]);

        return await Tool.ReadResultAsync();
    }
}
