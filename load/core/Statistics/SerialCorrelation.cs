namespace TwoTier.Load.Statistics;

/// <summary>
/// The correlation of each round's log ratio with that of the round before it. An interval that ignores a correlation
/// of 0.5 is only 60 % as wide as it should be.
/// </summary>
internal readonly record struct SerialCorrelation(double? Estimate, double Bound)
{
    /// <summary>With fewer rounds, a fixed correlation is assumed.</summary>
    public const int MinRounds = 10;

    /// <summary>With fewer rounds, a high correlation is not believed.</summary>
    public const int MinRoundsForHighCorrelation = 30;

    // The allowance for the error of an estimated correlation, in standard errors. It is about as small as the
    // simulations of the tests permit.
    private const double ErrorAllowance = 1.25;

    // With few rounds, the correlation that is assumed without an estimate, and the highest that an estimate may give.
    private const double AssumedCorrelationForFewRounds = 0.5;
    private const double MaxCorrelationForFewRounds = 0.6;
    private const double MaxCorrelation = 0.9;

    // Ratios to the same baseline correlate at about 0.5 with one another, so the estimates of their serial
    // correlations correlate at about 0.25.
    private const double CorrelationOfEstimates = 0.25;

    /// <summary>Measures the correlation that several series have in common.</summary>
    public static SerialCorrelation Measure(IReadOnlyCollection<double[]> series, int fitted = 1)
    {
        var measured = series.Where(values => values.Length >= MinRounds).ToArray();
        if (measured.Length == 0)
            return new SerialCorrelation(null, AssumedCorrelationForFewRounds);
        var estimate = measured.Average(values => GetEstimate(values, fitted));
        return new SerialCorrelation(
            estimate, CalculateAssumedCorrelation(estimate, measured.Max(values => values.Length), measured.Length));
    }

    /// <summary>Calculates what intervals assume: the estimate and an allowance for its error.</summary>
    public static double CalculateAssumedCorrelation(double estimate, int rounds, int series) => rounds < MinRounds
        ? AssumedCorrelationForFewRounds
        : Math.Clamp(
            estimate + ErrorAllowance * GetStandardError(rounds, series),
            0,
            rounds < MinRoundsForHighCorrelation ? MaxCorrelationForFewRounds : MaxCorrelation);

    /// <summary>Calculates the standard error that the estimate has for independent rounds.</summary>
    public static double GetStandardError(int rounds, int series) =>
        Math.Sqrt(rounds * (1 + (series - 1) * CorrelationOfEstimates) / series) / (rounds - 4);

    // Subtracting the mean lowers the correlation r of n values by about (1 + 4 r) / n (Marriott and Pope 1954), which
    // is added here.
    private static double GetEstimate(double[] values, int fitted)
    {
        var mean = values.Average();
        var (products, squares) = (0.0, 0.0);
        for (var i = 0; i < values.Length; i++)
        {
            squares += (values[i] - mean) * (values[i] - mean);
            if (i > 0)
                products += (values[i] - mean) * (values[i - 1] - mean);
        }

        return squares > 0 ? (values.Length * products / squares + fitted) / (values.Length - 4) : 0;
    }
}
