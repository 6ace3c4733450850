using Experiments.Studies;

namespace Experiments.Tests.Claims;

public sealed class MetricTests
{
    private static readonly double[] Logs = [0.1, 0.2, 0.3];

    [Fact]
    public void OfRatios_KnownRatios_HasGeometricMeanAndStudentInterval()
    {
        // The logarithms of the ratios are 0.1, 0.2 and 0.3: mean 0.2, deviation 0.1. Student's t for 95 % and two
        // degrees of freedom is 4.303.
        (double?, double?)[] starts =
            [.. Logs.Select(log => ((double?)(5 * Math.Exp(log)), (double?)5))];

        var ratio = Metric.OfRatios([.. starts, (null, 5), (5, null)])!;

        ratio.Value.ShouldBe(Math.Exp(0.2), 1e-9);
        ratio.Lo!.Value.ShouldBe(Math.Exp(0.2 - (4.303 * 0.1 / Math.Sqrt(3))), 1e-4);
        ratio.Hi!.Value.ShouldBe(Math.Exp(0.2 + (4.303 * 0.1 / Math.Sqrt(3))), 1e-3);
    }

    [Fact]
    public void OfRatios_OneStartOrNone_HasNoIntervalOrIsNull()
    {
        Metric.OfRatios([(6, 3)])!.Lo.ShouldBeNull();
        Metric.OfRatios([(null, 3)]).ShouldBeNull();
    }

    /// <summary>A start in which nothing succeeded once did not count, and the other starts passed a check.</summary>
    [Fact]
    public void OfRatios_ZeroInAStart_IsNull()
    {
        Metric.OfRatios([(0, 5), (3, 5)]).ShouldBeNull();
        Metric.OfRatios([(3, 0), (3, 5)]).ShouldBeNull();
    }

    /// <summary>Ten starts whose interval is 2 % to each side have a standard error of 0.9 %.</summary>
    [Theory]
    [InlineData(1.02, true)]
    [InlineData(1.10, false)]
    [InlineData(0.90, false)]
    public void AgreesWith_TwoSeries_IfTheyDifferByLessThanTheirErrors(double value, bool agree) =>
        Create(value).AgreesWith(Create(1)).ShouldBe(agree);

    [Fact]
    public void AgreesWith_CountOrSingleStart_IsNull()
    {
        Metric.Exact(3).AgreesWith(Metric.Exact(4)).ShouldBeNull();
        Metric.FromStarts([1.5]).AgreesWith(Create(1)).ShouldBeNull();
    }

    [Theory]
    [InlineData(1.30, 1.26, 1.34, false)]
    [InlineData(1.30, 1.20, 1.40, true)]
    [InlineData(1.30, null, null, false)]
    [InlineData(1.20, null, null, true)]
    public void AddLimit_AtMost_FailsOnlyIfWholeIntervalIsAbove(double value, double? low, double? high, bool passes) =>
        new CheckReporter().AddLimit("", new Metric(value, low, high), 1.25, isLeast: false).ShouldBe(passes);

    [Fact]
    public void AddLimit_NotMeasured_Fails() => new CheckReporter().AddLimit("", null, 1, isLeast: true).ShouldBeFalse();

    private static Metric Create(double value) => new(value, value / 1.02, value * 1.02) { Starts = 10 };
}
