using Studies.Claims;
using Studies.Claims.Catalog;
using Studies.Claims.Sources;

namespace Studies.Tests.Claims;

public sealed class VerdictTests
{
    [Theory]
    [InlineData(2.9, 4.1, 3.9, 4.3, "holds")]
    [InlineData(0.4, 0.41, 0.41, 0.41, "holds")]
    [InlineData(0.178, 0.057, 0.056, 0.058, "differs")]
    [InlineData(3.4, 1.2, 1.1, 1.3, "differs")]
    [InlineData(1.5, 1.1, 1.07, 1.13, "differs")]
    [InlineData(1.71, 0.6, 0.59, 0.61, "no longer holds")]
    [InlineData(0.178, 1.2, 1.1, 1.3, "no longer holds")]
    [InlineData(0.178, 0.99, 0.98, 0.999, "no longer holds")]
    [InlineData(0.178, 0.99, 0.95, 1.03, "no longer holds")]
    [InlineData(1.23, 1.01, 0.97, 1.05, "undecided")]
    [InlineData(1.23, 0.9, 0.7, 1.2, "undecided")]
    public void VerdictOfRatio_Decided_DependsOnSideAndDistanceFromPublishedRatio(
        double published, double measured, double low, double high, string verdict) => VerdictRules
            .Decide(
                new PublishedResult(published, ""), new Measurement { Ratio = new RatioEstimate(measured, low, high) })
            .GetText().ShouldBe(verdict);

    [Fact]
    public void VerdictOfStatement_Decided_DependsOnObservation()
    {
        Decide(new Measurement { Confirmed = true }).ShouldBe(Verdict.Holds);
        Decide(new Measurement { Confirmed = false }).ShouldBe(Verdict.NoLongerHolds);
        Decide(new Measurement { Confirmed = true, Inconclusive = true }).ShouldBe(Verdict.Undecided);
        Decide(Measurement.NotMeasured("no engine")).ShouldBe(Verdict.NotMeasured);
        Should.Throw<ArgumentException>(() => Decide(new Measurement()));
    }

    [Fact]
    public void VerdictOfBaseline_Decided_IsBaseline() => VerdictRules
        .Decide(PublishedResult.Baseline("1 req/s"), new Measurement { Ratio = RatioEstimate.FromExactValue(1) })
        .ShouldBe(Verdict.Baseline);

    [Theory]
    [InlineData(0.8, 1.4, 0.9, 1.2, "holds")]
    [InlineData(0.8, 1.4, 1.02, 1.5, "undecided")]
    [InlineData(0.8, 1.4, 1.2, 1.5, "no longer holds")]
    [InlineData(0.5, 0.8, 1.02, 1.5, "no longer holds")]
    public void VerdictOfTimesOfTwoSizes_Decided_DependsOnIntervalOverGarbageCollectors(
        double low, double high, double largerLow, double largerHigh, string verdict) =>
        Decide(Reis2021Claims.DecideWinner(("1 byte", new(1, low, high)), ("2 bytes", new(1, largerLow, largerHigh))))
            .GetText().ShouldBe(verdict);

    [Fact]
    public void Winner_WithoutTimes_Throws() => Should.Throw<ArgumentException>(() => Reis2021Claims.DecideWinner());

    private static Verdict Decide(Measurement measurement) =>
        VerdictRules.Decide(PublishedResult.StatementWithoutRatio, measurement);
}
