using Load.Tests.Judging;
using MathNet.Numerics.Statistics;

namespace Load.Tests.Inference;

public sealed class EstimationTests
{
    [Theory]
    [InlineData(1, 1e-9, 636619772.0)]
    [InlineData(1_000_000, 0.05, 1.962339)] // that of 1,000
    public void GetCriticalValue_KnownErrorLevel_MatchesPublishedTables(
        double freedom, double level, double expected) =>
        CriticalValue.Get(freedom, level).ShouldBe(expected, expected * 1e-4);

    [Fact]
    public void GetInterval_ThreeKnownValues_EqualsStudentTInterval()
    {
        // The logarithms 1, 2 and 3 have the mean 2 and the standard deviation 1. Tables of Student's t give t(0.975,
        // 2) = 4.302653 and t(0.995, 2) = 9.924843.
        var mean = GeometricMean.FromIndependent([Math.Exp(1), Math.Exp(2), Math.Exp(3)]);

        mean.Value.ShouldBe(Math.Exp(2), 1e-9);
        Math.Log(mean.GetInterval(0.95)!.Value.Lo).ShouldBe(2 - 4.302653 / Math.Sqrt(3), 1e-6);
        Math.Log(mean.GetInterval(0.99)!.Value.Hi).ShouldBe(2 + 9.924843 / Math.Sqrt(3), 1e-5);
        Math.Log(mean.GetPredictionInterval(0.95)!.Value.Hi).ShouldBe(2 + 4.302653 * Math.Sqrt(4.0 / 3), 1e-5);
        GeometricMean.FromIndependent([3]).GetInterval(0.95).ShouldBeNull();
    }

    [Theory]
    [InlineData(7, 7)]
    [InlineData(10, 10)]
    [InlineData(300, 10)]
    public void FromRounds_RoundsInTimeOrder_HasStudentIntervalOfTenBatchMeans(int rounds, int units)
    {
        var noise = new SimulatedComparison(rounds);
        var logs = Enumerable.Range(0, rounds).Select(_ => noise.NextNormal()).ToArray();
        double[] batches = [.. logs.Chunk(rounds / units).Select(batch => batch.Average())];
        var half = CriticalValue.Get(units - 1, 0.01) * batches.StandardDeviation() / Math.Sqrt(units);

        var mean = GeometricMean.FromRounds(logs.Select(Math.Exp));

        (mean.Units, Math.Round(mean.MeanLog - logs.Average(), 9)).ShouldBe((units, 0));
        Math.Log(mean.GetInterval(0.99)!.Value.Hi).ShouldBe(logs.Average() + half, 1e-6);
        GeometricMean.FromRounds(Enumerable.Repeat(Math.E, 17)).MeanLog.ShouldBe(1, 1e-12);
    }
}
