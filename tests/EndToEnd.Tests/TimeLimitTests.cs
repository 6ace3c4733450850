using System.Diagnostics;

namespace EndToEnd.Tests;

/// <summary>
/// Tests the time limit of tests: a second process of this test program runs tests that wait endlessly, with a limit of
/// 1 s.
/// </summary>
public sealed class TimeLimitTests
{
    private const string Planted = nameof(Planted);

    [Fact]
    public async Task TestsThatNeverEnd_ReachTimeLimit_FailByNameAndTestRunEnds()
    {
        var program = Path.Combine(AppContext.BaseDirectory, "EndToEnd.Tests.dll");
        string[] arguments =
            [program, "-explicit", "only", "-trait", $"{Planted}=*", "-maxThreads", "unlimited", "-noColor"];
        using var run = Process.Start(new ProcessStartInfo("dotnet", arguments) { RedirectStandardOutput = true })!;
        var output = await run.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await run.WaitForExitAsync(TestContext.Current.CancellationToken);

        run.ExitCode.ShouldBe(1, output);
        output.ShouldContain("Total: 4, Errors: 0, Failed: 4,");
        output.ShouldContain($"{nameof(CancellableWait_Planted)}.Waits did not end within its time limit of 1 s.");
        output.ShouldContain($"{nameof(SpinningLoop_Planted)}.Spins [FAIL]");
        output.ShouldContain($"{nameof(BlockedThread_Planted)}.Blocks [FAIL]");
        output.ShouldContain($"{nameof(Constructor_Planted)}.IsNeverReached [FAIL]");
    }

    [TimeLimit(1)]
    public sealed class CancellableWait_Planted
    {
        [Fact(Explicit = true), Trait(Planted, nameof(CancellableWait_Planted))]
        public Task Waits() => Task.Delay(Timeout.Infinite, TestContext.Current.CancellationToken);
    }

    [TimeLimit(1)]
    public sealed class SpinningLoop_Planted
    {
        [Fact(Explicit = true), Trait(Planted, nameof(SpinningLoop_Planted))]
        public async Task Spins()
        {
            while (true)
                await Task.Yield();
        }
    }

    [TimeLimit(1)]
    public sealed class BlockedThread_Planted
    {
        [Fact(Explicit = true), Trait(Planted, nameof(BlockedThread_Planted))]
        public void Blocks() => Thread.Sleep(Timeout.Infinite);
    }

    [TimeLimit(1)]
    public sealed class Constructor_Planted
    {
        public Constructor_Planted() => Thread.Sleep(Timeout.Infinite);

        [Fact(Explicit = true), Trait(Planted, nameof(Constructor_Planted))]
        public void IsNeverReached() => Assert.Fail("The constructor never ends.");
    }
}
