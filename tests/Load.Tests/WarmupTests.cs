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
        CountRounds(methods, one => new WarmupStep(one, 0.001)).ShouldBe(rounds, what);

    [Theory]
    [InlineData("CPU time falls, and then is level", 7, 0.9, 0.5, 0.4, 0.39, 0.4, 0.37, 0.38)]
    [InlineData("nothing is known of the target", 1, double.NaN)]
    public void Detector_NoCountOfMethods_GoesByTheCpuTimeOfARequest(
        string what, int steps, params double[] milliseconds) =>
        CountRounds(milliseconds, one => new WarmupStep(null, double.IsNaN(one) ? null : one / 1000))
            .ShouldBe(steps, what);

    [Fact]
    public void Detector_CpuTimeFallsWhileABacklogIsCompiled_IsNotWarm() =>
        CountRounds([1.0, 0.85, 0.7, 0.6, 0.5], cpu => new WarmupStep(800, cpu)).ShouldBe(6, "after all five");

    private static int CountRounds(double[] values, Func<double, WarmupStep> create)
    {
        var detector = new WarmupDetector();
        return values.TakeWhile(value => !detector.IsWarmAfter(create(value))).Count() + 1;
    }
}
