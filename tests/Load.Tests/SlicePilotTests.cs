using TwoTier.Load.Units;

namespace Load.Tests;

public sealed class SlicePilotTests : LoadToolTests
{
    [Theory]
    [InlineData(120, new[] { 1.0, 2, 117 })]
    [InlineData(1000, new[] { 200.0, 300 })]
    public void ChooseDuration_MedianLatencies_FitsTypicalAndSlowestVariant(double expectedMs, double[] mediansMs) =>
        SlicePilot.ChooseDuration([.. mediansMs.Select(TimeSpan.FromMilliseconds)])
            .ShouldBe(TimeSpan.FromMilliseconds(expectedMs));

    // A variant's first trial after another one takes the first latency, and the next ones the second.
    [Theory]
    [InlineData(5, 5, 0)]
    [InlineData(5, 5.5, 100)]
    public async Task RunAsync_VariantBehavesOtherwiseAfterAnother_AddsWarmup(
        double firstMs, double nextMs, double warmupMs)
    {
        string? last = null;
        var profile = new ScriptedProfile((context, measurement, _) =>
        {
            var latency = TimeSpan.FromMilliseconds(last == context.Requests.BaseUrl ? nextMs : firstMs);
            last = context.Requests.BaseUrl;
            measurement.Counters.RecordResponse(new CompletedResponse(200, 1), latency);
            return Task.CompletedTask;
        });
        Variant[] variants =
            [new("a", TestRequests.CreateMix("http://a"), []), new("b", TestRequests.CreateMix("http://b"), [])];
        var second = TimeSpan.FromSeconds(1);
        var plan = new ExperimentPlan(variants, "a", profile, 7, second, second, second, 2014)
        {
            TimeLimit = TimeSpan.FromMinutes(1),
        };

        var pilot = await new SlicePilot(
            plan, variant => new RunContext(null!, variant.Requests, second, new FakeTimeProvider(default))).RunAsync(
                TestContext.Current.CancellationToken);

        pilot!.TrialDuration.ShouldBe(TimeSpan.FromMilliseconds(100));
        pilot.TrialWarmup.ShouldBe(TimeSpan.FromMilliseconds(warmupMs));
    }

    [Fact]
    [Slow]
    public async Task Compare_WithTimeLimit_ChoosesShortTrialsAndDoesNotCountPilot()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.InvokeAsync(
            "compare", "-u", server.Url, "--vary", "strategy=a,b", "--within", "8s, width < 50%", "--warmup", "100ms",
            "--connections", "2");

        Tool.ShouldHaveMeasured(exit);
        var result = await Tool.ReadResultAsync();
        result.Plan.HasPilot.ShouldBeTrue();
        result.Plan.TrialS.ShouldBeInRange(SlicePilot.Shortest.TotalSeconds, SlicePilot.Longest.TotalSeconds);
        result.Plan.Rounds.ShouldBeGreaterThanOrEqualTo(ExperimentPlan.LookCount);
        result.Method!.EndedAtLook.ShouldNotBeNull();
        result.Samples.Count.ShouldBe(3 * result.Order.Length);
        result.Variants.Sum(variant => variant.Requests).ShouldBe(result.Samples.Sum(sample => sample.Requests));
        Tool.Output.ShouldContain($"× {SignificantDigits.FormatSeconds(result.Plan.TrialS)}");
    }
}
