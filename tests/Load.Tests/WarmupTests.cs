namespace Load.Tests;

public sealed class WarmupTests
{
    [Theory]
    [InlineData("a new process", 4, 900.0, 1600.0, 140.0, 19.0)]
    [InlineData("a variant that compiles at every call", 5, 200.0, 190.0, 210.0, 190.0, 200.0)]
    [InlineData("a process that was warm before", 3, 5.0, 0.0, 2.0)]
    [InlineData("a backlog between two rounds", 9, 900.0, 950.0, 500.0, 510.0, 300.0, 290.0, 320.0, 310.0, 300.0)]
    public void Detector_CompiledMethods_IsWarmAfterTwoRoundsWithFewOrFourWithAsManyAsBefore(
        string what, int rounds, params double[] methods) =>
        CountRounds(methods, one => (one, 0.001)).ShouldBe(rounds, what);

    [Theory]
    [InlineData("CPU time falls, and then is level", 7, 0.9, 0.5, 0.4, 0.39, 0.4, 0.37, 0.38)]
    [InlineData("nothing is known of the target", 1, double.NaN)]
    public void Detector_NoCountOfMethods_GoesByTheCpuTimeOfARequest(
        string what, int steps, params double[] milliseconds) =>
        CountRounds(milliseconds, one => (null, double.IsNaN(one) ? null : one / 1000))
            .ShouldBe(steps, what);

    [Fact]
    public void Detector_CpuTimeFallsWhileABacklogIsCompiled_IsNotWarm() =>
        CountRounds([1.0, 0.85, 0.7, 0.6, 0.5], cpu => (800, cpu)).ShouldBe(6, "after all five");

    [Fact]
    public void CheckWarmup_JitShareOfRun_AddsNoteOnlyIfItIsHighOfCpuTimeAndOfTheRun()
    {
        ResourceChecks.CheckWarmup(CreateUsage(0.09), 20).Single().State.ShouldBe(CheckState.Pass);
        var cold = ResourceChecks.CheckWarmup(CreateUsage(0.36), 20).Single();
        (cold.State, cold.Value, cold.Cure).ShouldBe((CheckState.Note, "36.0 %", "try a longer warm-up: --warmup 20s"));
        // 3.6 s are less than a hundredth of a run in which the target mostly waited.
        ResourceChecks.CheckWarmup(CreateUsage(0.36), 361).Single().State.ShouldBe(CheckState.Pass);
        ResourceChecks.CheckWarmup(CreateUsage(double.NaN), 20).ShouldBeEmpty();
    }

    private static int CountRounds(double[] values, Func<double, (double? Methods, double? Cpu)> create)
    {
        var detector = new WarmupDetector();
        return values.Select(create).TakeWhile(round => !detector.IsWarmAfter(round.Methods, round.Cpu)).Count() + 1;
    }

    private static ResourceUsage CreateUsage(double share)
    {
        var reading = new ProcessMetrics { CpuSeconds = 10, JitSeconds = double.IsNaN(share) ? null : 10 * share };
        return new(new Dictionary<string, ProcessMetrics?> { [MonitoredProcess.Target] = reading });
    }
}
