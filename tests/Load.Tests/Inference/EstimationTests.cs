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
    public void CalculateRobust_TenKnownValues_IsMedianOfMeansOfPairs()
    {
        double[] logs = [1, 2, 4, 7, 11, 16, 22, 29, 37, 46];
        double[] means = [.. logs.SelectMany((a, i) => logs.Skip(i).Select(b => (a + b) / 2)).Order()];
        var series = new RatioSeries("b", "throughput", [.. logs]);

        var robust = new RatioJudgement(series, LogRatioEstimate.FromIndependentValues(logs), null, null)
            .CalculateRobust();

        Math.Log(robust).ShouldBe(means[27], 1e-12);
    }

    [Fact]
    public void GetRoundsToFindDifference_ForecastRounds_FindDifferenceInMostComparisons()
    {
        var logs = new NoisyComparisonSimulator(17, NoiseKind.Normal, 0).GetLogs(100);
        double[] planted = [.. logs.Select(log => log - logs.Average() + 0.03)];

        var forecast = new PrecisionForecast(new RoundEstimator([planted]), planted, 0.005);

        var rounds = forecast.GetRoundsToVerdict(Math.Log(1.02))!.Value;

        var random = new NoisyComparisonSimulator(7, NoiseKind.Normal, 0);
        var found = Enumerable.Range(0, 400).Count(_ =>
        {
            double[] other = [.. Enumerable.Range(0, rounds).Select(_ => 0.03 + 0.05 * random.NextNormal())];
            return new RoundEstimator([other]).Estimate(other).GetInterval(0.005)!.Value.Lo > 1;
        });
        found.ShouldBeInRange(240, 390, $"{rounds} rounds should show the difference in about 80 % of comparisons.");
    }
}
