namespace TwoTier.Load.Statistics;

/// <summary>
/// Forecasts how precise a longer comparison would be, from the scatter and the dependence of its rounds.
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
        if (logs.Length < MinMeasuredRounds)
            return null;
        var (mean, deviation) = (Math.Abs(logs.Average()), StandardDeviation.Calculate(logs));
        var logWidth = Math.Max(mean, logMargin - mean);
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
            var freedom = batches.Count - 1;
            var critical = CriticalValue.Get(freedom, level) + CriticalValue.Get(freedom, NoVerdictLevel);
            return critical * deviation * batches.StandardErrorOfMean <= logWidth;
        }
    }
}
