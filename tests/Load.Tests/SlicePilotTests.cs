using Load.Experiment;
using Load.Results;
using Load.Statistics;
using Load.Tests.Hosting;
using Load.Units;

namespace Load.Tests;

public sealed class SlicePilotTests : IDisposable
{
    private const int Connections = 2;
    private readonly LoadTool _tool = new();
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public void Dispose()
    {
        _tool.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Theory]
    [InlineData(50, new[] { 1.0, 1, 1 })]
    [InlineData(50, new[] { 0.1, 2, 23 })]
    [InlineData(100, new[] { 5.0, 5, 5 })]
    [InlineData(120, new[] { 1.0, 2, 117 })]
    [InlineData(1000, new[] { 200.0, 300 })]
    public void ChooseDuration_MedianLatencies_FitsTypicalAndSlowestVariant(
        double expectedMs, double[] mediansMs) =>
        SlicePilot.ChooseDuration([.. mediansMs.Select(TimeSpan.FromMilliseconds)])
            .ShouldBe(TimeSpan.FromMilliseconds(expectedMs));

    [Theory]
    [InlineData(30, 2, 2, 50, 180)]
    [InlineData(6, 9, 9, 50, 180)]
    [InlineData(11, 2, 2, 1000, 180)]
    [InlineData(22, 2, 1, 1000, 180)]
    [InlineData(4, 2, 2, 1000, 12)]
    public void CountPairs_LongTrials_LeavesTimeForTheComparison(
        int expected, int variants, int moments, int trialMs, int limitS) =>
        SlicePilot.CountPairs(
            variants, moments, TimeSpan.FromMilliseconds(trialMs), TimeSpan.FromSeconds(limitS)).ShouldBe(expected);

    [Theory]
    [InlineData(false, 0.99, 1.10)]
    [InlineData(false, 1.01, 1.10)]
    [InlineData(true, 1.03, 1.10)]
    [InlineData(true, 0.90, 0.97)]
    public void NeedsWarmup_IntervalOfColdEffect_IsTrueBeyondMargin(bool expected, double low, double high) =>
        SlicePilot.NeedsWarmup(new ConfidenceInterval(low, high), 0.02).ShouldBe(expected);

    [Fact]
    [TimeLimit(120)]
    public async Task Compare_WithTimeLimit_ChoosesShortTrialsAndDoesNotCountPilot()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await CompareAsync(server.Url);

        _tool.ShouldHaveMeasured(exit);
        var result = await ReadResultAsync();
        result.Plan.WithinS.ShouldBe(12);
        var slowest = TimeSpan.FromMilliseconds(result.Plan.Pilot!.SlowestP50!.Value);
        slowest.ShouldBeGreaterThan(TimeSpan.Zero);

        // Of two medians, the slower one is also the typical one.
        result.Plan.TrialS.ShouldBe(SlicePilot.ChooseDuration([slowest, slowest]).TotalSeconds);
        result.Plan.Rounds.ShouldBeGreaterThanOrEqualTo(ExperimentPlan.LookCount);
        result.Method!.EndedAtLook.ShouldNotBeNull();
        server.RequestedPaths.Count.ShouldBeGreaterThan(2 * (int)result.Variants.Sum(variant => variant.Requests));
        _tool.Output.ShouldContain($"× {SignificantDigits.FormatSeconds(result.Plan.TrialS)}");
    }

    [Fact]
    [TimeLimit(120)]
    public async Task Compare_VariantIsSlowAfterAnother_PilotAddsWarmup()
    {
        // A variant is slow for as long as a trial lasts: 20 responses on each connection.
        var (gate, current, requests) = (new Lock(), "", 0);
        await using var server = await TestServer.StartAsync(async context =>
        {
            bool isCold;
            lock (gate)
            {
                if (current != context.Request.QueryString.Value)
                    (current, requests) = (context.Request.QueryString.Value!, 0);
                isCold = ++requests <= 20 * Connections;
            }

            if (isCold)
                await Task.Delay(30, context.RequestAborted);
            await context.Response.WriteAsync("hello");
        });

        var exit = await CompareAsync(server.Url);

        _tool.ShouldHaveMeasured(exit);
        var plan = (await ReadResultAsync()).Plan;
        plan.Pilot!.Lo!.Value.ShouldBeGreaterThan(1.02);
        plan.TrialWarmupS.ShouldBe(plan.TrialS);
    }

    private Task<int> CompareAsync(string url) => _tool.InvokeUntilStoppedAsync(
        [
            "compare", "-u", url, "--vary", "strategy=a,b", "--within", "12s", "--warmup", "100ms",
            "--until", "width < 50%", "--connections", $"{Connections}", "--max-other-cpu", "100%", "--out", _folder,
        ],
        TestContext.Current.CancellationToken);

    private async Task<Result> ReadResultAsync()
    {
        await using var file = File.OpenRead(Directory.GetFiles(_folder, "*.json").Single());
        return (await JsonSerializer.DeserializeAsync(
            file, ResultJson.Default.Result, TestContext.Current.CancellationToken))!;
    }
}
