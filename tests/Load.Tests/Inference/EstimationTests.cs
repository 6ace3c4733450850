namespace Load.Tests.Inference;

public sealed class EstimationTests
{
    [Theory]
    [InlineData(1, 1e-9, 636619772.0)]
    [InlineData(1_000_000, 0.05, 1.959966)]
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
        var logs = new NoisyComparisonSimulator(rounds).GetLogs(rounds);
        double[] batches = [.. logs.Chunk(rounds / units).Select(batch => batch.Average())];
        var half = CriticalValue.Get(units - 1, 0.01) * StandardDeviation.Calculate(batches) / Math.Sqrt(units);

        var mean = GeometricMean.FromRounds(logs.Select(Math.Exp));

        (mean.Units, Math.Round(mean.MeanLog - logs.Average(), 9)).ShouldBe((units, 0));
        Math.Log(mean.GetInterval(0.99)!.Value.Hi).ShouldBe(logs.Average() + half, 1e-6);
        GeometricMean.FromRoundLogs([.. Enumerable.Repeat(1.0, 17)]).MeanLog.ShouldBe(1, 1e-12);
    }

    [Fact]
    public void DivideBy_EqualScatter_HasWelchInterval()
    {
        // The means of the logarithms 1, 2, 3 and 3, 4, 5 differ by 2; each standard deviation is 1. Tables of
        // Student's t give t(0.975, 4) = 2.776445.
        var interval = Divide([1, 2, 3], [3, 4, 5]).GetInterval(0.95)!.Value;

        Math.Log(interval.Lo).ShouldBe(2 - 2.776445 * Math.Sqrt(2.0 / 3), 1e-5);
        Math.Log(interval.Hi).ShouldBe(2 + 2.776445 * Math.Sqrt(2.0 / 3), 1e-5);
        Divide([1], [1, 2]).GetInterval(0.95).ShouldBeNull();
        Divide([0, 0], [1, 1]).GetInterval(0.95).ShouldBe(new ConfidenceInterval(Math.E, Math.E));

        static GeometricMean Divide(double[] earlier, double[] current) =>
            GeometricMean.FromLogs(current).DivideBy(GeometricMean.FromLogs(earlier));
    }

    [Fact]
    public void GetRoundsToVerdict_ForecastRounds_FindDifferenceInMostComparisons()
    {
        var random = new NoisyComparisonSimulator(17);
        var logs = random.GetLogs(100);
        var measured = Judge(logs.Select(log => log - logs.Average() + 0.03));

        var rounds = measured.GetRoundsToVerdict(Math.Log(1.02))!.Value;

        var found = Enumerable.Range(0, 400)
            .Count(_ => Judge(random.GetLogs(rounds).Select(log => log + 0.03)).Interval!.Value.Lo > 1);
        found.ShouldBeInRange(240, 390, $"{rounds} rounds should show the difference in about 80 % of comparisons.");

        static RatioJudgement Judge(IEnumerable<double> logs) =>
            new(NoisyComparisonSimulator.CreateSeries(logs), 0.005, null);
    }
}
