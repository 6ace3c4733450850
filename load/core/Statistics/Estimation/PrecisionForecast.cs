namespace TwoTier.Load.Statistics.Estimation;

/// <summary>
/// Forecasts, from the scatter and the dependence of the measured rounds, how precise a longer comparison would be.
/// </summary>
internal sealed class PrecisionForecast(RoundEstimator estimator, double[] logs, double level)
{
    private const int MinMeasuredRounds = 4;
    private const int MaxRounds = 1_000_000;

    // The two-sided probability that corresponds to one of five comparisons ending without a verdict after the forecast
    // number of rounds.
    private const double NoVerdictLevel = 0.4;

    /// <summary>
    /// Estimates how many rounds it takes until a verdict is given with a probability of 0.8: a difference, or
    /// equality within the margin, whichever needs fewer rounds if the measured ratio is the true one.
    /// </summary>
    /// <returns>The number of rounds; null if too few were measured, or if it would be over a million.</returns>
    public int? GetRoundsToVerdict(double logMargin)
    {
        var mean = Math.Abs(logs.DefaultIfEmpty(0).Average());
        return FindRounds(Math.Max(mean, logMargin - mean), NoVerdictLevel);
    }

    /// <summary>Estimates how many rounds make the interval as narrow as a target.</summary>
    /// <returns>The number of rounds; null if too few were measured, or if it would be over a million.</returns>
    public int? GetRoundsToHalfWidth(double halfWidth) => FindRounds(Math.Log(1 + halfWidth), null);

    private int? FindRounds(double logWidth, double? missedTwice)
    {
        if (logs.Length < MinMeasuredRounds)
            return null;
        var deviation = StandardDeviation.Calculate(logs);
        var (low, high) = (1, 2);
        while (!IsEnough(high))
        {
            if (high >= MaxRounds)
                return null;
            (low, high) = (high, high * 2);
        }

        while (high - low > 1)
        {
            var middle = (low + high) / 2;
            (low, high) = IsEnough(middle) ? (low, middle) : (middle, high);
        }

        return high;

        bool IsEnough(int rounds)
        {
            var batches = new BatchMeans(estimator.GetAssumedCorrelation(logs, rounds), rounds);
            var critical = CriticalValue.Get(batches.Count - 1, level)
                + (missedTwice is { } missed ? CriticalValue.Get(batches.Count - 1, missed) : 0);
            return critical * deviation * batches.StandardErrorOfMean <= logWidth;
        }
    }
}
