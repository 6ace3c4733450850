using Load.Pacing;
using Load.Recording;
using Load.Reporting.Model;
using Load.Running;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>Steps, bursts and phases: each part says what came of it, and what the target was seen at.</summary>
public sealed class WindowTests : IDisposable
{
    // As MeteredServer has it.
    private const double Threads = 11;

    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Fact]
    public async Task Run_Steps_HasAWindowForEach()
    {
        var run = await RunAsync("--steps", "100/s,300/s", "--step", "500ms", "-c", "4");

        var windows = run.Windows.ShouldNotBeNull();
        windows.Select(window => window.RatePerS).ShouldBe([100.0, 300.0]);
        windows.Select(window => window.StartS).ShouldBe([0.0, 0.5]);
        windows.Select(window => window.Requests).ShouldBe([50L, 150L]);
        windows.ShouldAllBe(window => window.Tiers["front-end"]!.PoolThreads == Threads);
    }

    [Fact]
    public async Task Run_Bursts_SaysWhatTheTargetWasSeenAtAfterEach()
    {
        var run = await RunAsync("--burst", "1,5");

        run.Bursts.ShouldNotBeNull().Select(burst => burst.Tiers!["front-end"]!.PoolThreads).ShouldBe([Threads, Threads]);
        run.Windows.ShouldBeNull();
    }

    [Fact]
    public async Task Run_Phases_SaysWhatTheTargetWasSeenAtInEach()
    {
        var run = await RunAsync("--phases", "[{rate: 100/s, duration: 100ms}, {burst: 5}]");

        run.Phases.ShouldNotBeNull().Select(phase => phase.Tiers!["front-end"]!.PoolThreads).ShouldBe([Threads, Threads]);
    }

    [Fact]
    public async Task Run_OfOneShortStretch_HasNoWindows() => (await RunAsync("-n", "20", "-c", "2")).Windows.ShouldBeNull();

    [Theory]
    [InlineData(60, 60, 1)]
    [InlineData(1800, 60, 30)]
    public void NewWindows_OfAMinuteAndMore_AreSixtyParts(int seconds, int parts, int length)
    {
        var windows = new ClosedWorkload(1, Budget.Of(TimeSpan.FromSeconds(seconds))).NewWindows().ShouldNotBeNull();

        windows.Tallies.Count.ShouldBe(parts);
        windows.Length.ShouldBe(TimeSpan.FromSeconds(length));
    }

    [Fact]
    public void NewWindows_OfLessThanAMinute_AreNone() =>
        new ClosedWorkload(1, Budget.Of(TimeSpan.FromSeconds(59))).NewWindows().ShouldBeNull();

    [Theory]
    [InlineData(-1, 0)]
    [InlineData(0, 0)]
    [InlineData(999, 0)]
    [InlineData(1000, 1)]
    [InlineData(5000, 1)]
    public void At_Due_IsTheWindowInWhichItWas(int milliseconds, int expected)
    {
        var windows = new TimeWindows(TimeSpan.FromSeconds(1), [null, null]);

        windows.At(TimeSpan.FromMilliseconds(milliseconds)).ShouldBeSameAs(windows.Tallies[expected]);
    }

    private async Task<VariantResult> RunAsync(params string[] options)
    {
        await using var server = await MeteredServer.StartAsync();
        await _tool.InvokeAsync(["run", "-u", server.Url, "--warmup", "0s", .. options]);
        return (await _tool.ResultAsync()).Variants[0];
    }
}
