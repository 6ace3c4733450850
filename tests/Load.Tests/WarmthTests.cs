using Load.Experiment;
using Load.Target;
using Load.Validity;

namespace Load.Tests;

public sealed class WarmthTests
{
    [Theory]
    [InlineData("a warm process", 1, 0.01)]
    [InlineData("a new process", 4, 0.4, 0.3, 0.2, 0.09)]
    [InlineData("one that compiles at every call", 2, 0.9, 0.92)]
    [InlineData("one that never settles", 5, 0.9, 0.7, 0.5, 0.4, 0.3, 0.2)]
    [InlineData("one that does not say", 1, double.NaN)]
    public void IsReachedBy_StepsOfWarmUp_StopsAtTheRightOne(string what, int steps, params double[] shares)
    {
        var warmth = new WarmupDetector();

        var taken = shares.TakeWhile(share => !warmth.IsWarmAfter(Compiling(share))).Count() + 1;

        taken.ShouldBe(steps, what);
    }

    [Fact]
    public void Warm_OfARun_NotesWhatCompilesAndIsSilentOfWhatDoesNotSay()
    {
        RunChecks.CheckWarmup(Compiling(0.09)).Single().State.ShouldBe(CheckState.Pass);
        var cold = RunChecks.CheckWarmup(Compiling(0.36)).Single();
        (cold.State, cold.Value, cold.Cure).ShouldBe((CheckState.Note, "36.0 %", "try a longer warm-up: --warmup 20s"));
        RunChecks.CheckWarmup(Compiling(double.NaN)).ShouldBeEmpty();
    }

    private static ResourceUsage Compiling(double share)
    {
        var reading = new ProcessMetrics { CpuSeconds = 10, JitSeconds = double.IsNaN(share) ? null : 10 * share };
        return new(new Dictionary<string, ProcessMetrics?> { [MonitoredProcess.Target] = reading }, null, true);
    }
}
