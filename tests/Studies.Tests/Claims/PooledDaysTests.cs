namespace Studies.Tests.Claims;

public sealed class PooledDaysTests
{
    [Fact]
    public void OneDay_Pooled_IsThatOfItsStarts()
    {
        double[] starts = [2, 2.1, 2.3];

        var pooled = JsonSerializer.Serialize(Metric.FromDays([starts]));

        pooled.ShouldBe(JsonSerializer.Serialize(Metric.FromStarts(starts)));
        pooled.ShouldNotContain(nameof(Metric.Days));
    }

    // By hand: the logarithms are 0, 0.1 and 0.3, 0.4. The mean is 0.2. The mean square of days is 4 * 0.15² = 0.09,
    // that of starts 4 * 0.05² / 2 = 0.005. The variance of the mean is 0.09 / 4, and t(1) = 12.7062.
    [Fact]
    public void DaysThatDiffer_Pooled_HaveIntervalOverDays()
    {
        var metric = Metric.FromDays([GetRatios(0, 0.1), GetRatios(0.3, 0.4)]);

        (metric.Starts, metric.Days).ShouldBe((4, 2));
        metric.StartValues.ShouldNotBeNull().Count.ShouldBe(4);
        Math.Log(metric.Value).ShouldBe(0.2, 1e-9);
        Math.Log(metric.Hi!.Value).ShouldBe(0.2 + (12.70620 * 0.15), 1e-5);
        Math.Log(metric.Lo!.Value).ShouldBe(0.2 - (12.70620 * 0.15), 1e-5);
    }

    // By hand: one day has 0 and 0.1, the other 0.3, 0.4, 0.2 and 0.5. The mean is 0.25, the mean square of days
    // 2 * 0.2² + 4 * 0.1² = 0.12, and that of starts (0.005 + 0.05) / 4 = 0.01375. A day has (6 - 20 / 6) / 1 = 8 / 3
    // starts, so the variance is 20 / (36 * 8 / 3) * 0.12 + (1 / 6 - 5 / 24) * 0.01375 = 0.025 - 0.000572917.
    [Fact]
    public void DaysOfUnequalSize_Pooled_WeighEachStart()
    {
        var metric = Metric.FromDays([GetRatios(0, 0.1), GetRatios(0.3, 0.4, 0.2, 0.5)]);

        Math.Log(metric.Value).ShouldBe(0.25, 1e-9);
        Math.Log(metric.Hi!.Value).ShouldBe(0.25 + (12.70620 * Math.Sqrt(0.025 - 0.000572917)), 1e-5);
    }

    // By hand: the days have the same mean. The mean square of starts is 0.04 / 2, their variance 0.02 / 4; t(2) = 4.3.
    [Fact]
    public void DaysThatDoNotDiffer_Pooled_HaveIntervalOverStarts() =>
        Math.Log(Metric.FromDays([GetRatios(0, 0.2), GetRatios(0.2, 0)]).Hi!.Value)
            .ShouldBe(0.1 + (4.302653 * Math.Sqrt(0.02 / 4)), 1e-5);

    /// <summary>
    /// The standard deviation of days, relative to that of starts, and the smallest share of intervals with the true
    /// value that is accepted. With two days, their difference can be small by chance: the interval is then too short.
    /// </summary>
    [Theory]
    [InlineData(2, 5, 0, 0.95)]
    [InlineData(2, 10, 0, 0.95)]
    [InlineData(2, 10, 0.2, 0.94)]
    [InlineData(2, 10, 1, 0.86)]
    [InlineData(3, 10, 0.2, 0.94)]
    [InlineData(3, 10, 1, 0.93)]
    [InlineData(5, 10, 1, 0.94)]
    public void TrueRatio_OfSimulatedDays_LiesInNearlyAllIntervals(int days, int starts, double scatter, double least)
    {
        const int simulations = 2000;
        var random = new Random(45);

        var hits = Enumerable.Range(0, simulations).Count(_ =>
            Metric.FromDays(Enumerable.Range(0, days).Select(_ => Simulate(random, starts, scatter))) is
            { Lo: <= 1, Hi: >= 1 });

        ((double)hits / simulations).ShouldBeInRange(least, 0.98);
    }

    private static double[] Simulate(Random random, int starts, double scatter)
    {
        var day = scatter * DrawNormal(random);
        return [.. Enumerable.Range(0, starts).Select(_ => Math.Exp(0.03 * (day + DrawNormal(random))))];
    }

    private static double DrawNormal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private static double[] GetRatios(params double[] logs) => [.. logs.Select(Math.Exp)];
}
