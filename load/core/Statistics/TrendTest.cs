namespace TwoTier.Load.Statistics;

/// <summary>
/// A straight line through the log ratios of a variant over the rounds. A ratio that changes while it is measured has
/// no single value, and an interval around its mean would claim one.
/// </summary>
internal sealed record TrendTest(double Slope, double SlopeError, double Freedom, int Rounds)
{
    /// <summary>The factor by which the ratio changed from the first round to the last, such as 0.8.</summary>
    public double ChangeFactor => Math.Exp(Slope * (Rounds - 1));

    /// <summary>
    /// Fits a line to each series of a metric, anew after each process start; null if the series is too short.
    /// </summary>
    public static IReadOnlyList<TrendTest?> Fit(IReadOnlyList<RatioSeries> series)
    {
        var lines = series.Select(line => RegressionLine.Fit(line.GroupByStart())).ToArray();
        var correlation = SerialCorrelation.Measure([.. lines.Select(line => line.Residuals)], fitted: 2);
        return [.. lines.Select(line => line.TestSlope(correlation.Bound))];
    }

    /// <summary>Whether the trend is certain, and the change over the run is larger than a margin.</summary>
    public bool IsTrend(double level, double margin) =>
        Math.Abs(Math.Log(ChangeFactor)) > Math.Log(1 + margin)
        && Math.Abs(Slope) > CriticalValue.Get(Freedom, level) * SlopeError;

    private sealed record RegressionLine(
        double Slope, double SquaredRounds, double[] Residuals, int Freedom, int Rounds)
    {
        public static RegressionLine Fit(IReadOnlyList<(int Round, double Log)[]> starts)
        {
            var points = starts.SelectMany(start =>
            {
                var (round, log) = (start.Average(point => point.Round), start.Average(point => point.Log));
                return start.Select(point => (X: point.Round - round, Y: point.Log - log));
            }).ToArray();
            var squares = points.Sum(point => point.X * point.X);
            var slope = squares > 0 ? points.Sum(point => point.X * point.Y) / squares : 0;
            return new RegressionLine(
                slope,
                squares,
                [.. points.Select(point => point.Y - slope * point.X)],
                points.Length - starts.Count - 1,
                starts.Select(start => start[^1].Round + 1).DefaultIfEmpty(0).Max());
        }

        // If the rounds depend on one another, the error of a slope grows as much as the error of the mean of many
        // values. The degrees of freedom decrease, because neighbouring rounds tell less about the scatter.
        public TrendTest? TestSlope(double correlation)
        {
            if (Residuals.Length < SerialCorrelation.MinRounds || Freedom < 1 || SquaredRounds == 0)
                return null;
            var variance = Residuals.Sum(residual => residual * residual) / Freedom;
            var error = Math.Sqrt(variance / SquaredRounds * (1 + correlation) / (1 - correlation));
            var square = correlation * correlation;
            return new TrendTest(Slope, error, Freedom * (1 - square) / (1 + square), Rounds);
        }
    }
}
