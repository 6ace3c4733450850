namespace Experiments.Tests.Claims;

/// <summary>Tests that the whole interval decides, and never the estimate inside it.</summary>
public sealed class CriterionTests
{
    private static readonly Criterion Twofold = new(
        [Condition.Parse("ratio >= 1.5"), Condition.Parse("ratio <= 4")], [Condition.Parse("ratio > 1.1")]);

    [Theory]
    [InlineData(1.6, 3.9, "holds", null)]
    [InlineData(1.2, 1.4, "differs", null)]
    [InlineData(4.1, 9, "differs", null)]
    [InlineData(0.5, 1.1, "no longer holds", null)]
    [InlineData(3.9, 4.1, "cannot tell", "holds or differs")]
    [InlineData(1.05, 1.2, "cannot tell", "differs or no longer holds")]
    [InlineData(1.0, 2.0, "cannot tell", "holds or differs or no longer holds")]
    public void Ratio_Decided_DependsOnWholeInterval(double low, double high, string verdict, string? open)
    {
        var decision = Decide(new Metric(Math.Sqrt(low * high), low, high) { Starts = 5 }, 5);

        decision.Verdict.GetText().ShouldBe(verdict);
        decision.Explanation.ShouldBe(open);
    }

    [Fact]
    public void Ratio_WithoutIntervalOrOfFewerStartsThanDesigned_CannotTell()
    {
        Decide(Metric.FromStarts([2]), 1).Verdict.ShouldBe(Verdict.CannotTell);
        Decide(Metric.FromStarts([2, 2.1, 2.05]), 5).Explanation.ShouldBe("3 of 5 starts");
    }

    [Theory]
    [InlineData(new double[0])]
    [InlineData(new[] { 1.0, 0 })]
    [InlineData(new[] { 1, double.NaN })]
    [InlineData(new[] { double.PositiveInfinity })]
    public void Starts_WithoutPositiveValue_AreNotMeasured(double[] values) =>
        StudyException.IsExpected(Should.Throw<Exception>(() => Metric.FromStarts(values))).ShouldBeTrue();

    // By hand: the logarithms 0, 0.1 and 0.2 have the mean 0.1 and the standard deviation 0.1; t(2, 97.5 %) = 4.3027.
    [Fact]
    public void Starts_Averaged_HaveIntervalByStudentsT()
    {
        var metric = Metric.FromStarts([Math.Exp(0), Math.Exp(0.1), Math.Exp(0.2)]);

        metric.Starts.ShouldBe(3);
        Math.Log(metric.Value).ShouldBe(0.1, 1e-9);
        Math.Log(metric.Hi!.Value).ShouldBe(0.1 + (4.302653 * 0.1 * Math.Sqrt(1.0 / 3)), 1e-6);
    }

    private static Decision Decide(Metric ratio, int starts) =>
        Twofold.Decide(new Dictionary<string, Metric> { ["ratio"] = ratio }, starts);
}
