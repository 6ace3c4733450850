namespace Load.Tests;

public sealed class WarmupTests
{
    [Theory]
    [InlineData("a warm process", 1, 0.01)]
    [InlineData("a new process", 4, 0.4, 0.3, 0.2, 0.09)]
    [InlineData("a process that never becomes warm", 5, 0.9, 0.7, 0.5, 0.4, 0.3, 0.2)]
    [InlineData("a process that does not expose its JIT time", 1, double.NaN)]
    public void IsWarmAfter_JitShareOfEachStep_IsWarmAtExpectedStep(string what, int steps, params double[] shares)
    {
        var detector = new WarmupDetector();

        var taken = shares.TakeWhile(share => !detector.IsWarmAfterStep(CreateUsage(share))).Count() + 1;

        taken.ShouldBe(steps, what);
    }

    [Fact]
    public void CheckWarmup_JitShareOfRun_AddsNoteOnlyIfShareIsHigh()
    {
        ResourceChecks.CheckWarmup(CreateUsage(0.09)).Single().State.ShouldBe(CheckState.Pass);
        var cold = ResourceChecks.CheckWarmup(CreateUsage(0.36)).Single();
        (cold.State, cold.Value, cold.Cure).ShouldBe((CheckState.Note, "36.0 %", "try a longer warm-up: --warmup 20s"));
        ResourceChecks.CheckWarmup(CreateUsage(double.NaN)).ShouldBeEmpty();
    }

    private static ResourceUsage CreateUsage(double share)
    {
        var reading = new ProcessMetrics { CpuSeconds = 10, JitSeconds = double.IsNaN(share) ? null : 10 * share };
        return new(new Dictionary<string, ProcessMetrics?> { [MonitoredProcess.Target] = reading }, null, true);
    }
}
