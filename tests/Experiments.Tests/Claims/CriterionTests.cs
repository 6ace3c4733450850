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

    private static Decision Decide(Metric ratio, int starts) =>
        Twofold.Decide(new Dictionary<string, Metric> { ["ratio"] = ratio }, starts);
}
