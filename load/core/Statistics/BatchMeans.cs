namespace TwoTier.Load.Statistics;

/// <summary>
/// Divides dependent rounds into batches of consecutive rounds, whose means are nearly independent, and corrects for
/// the dependence that is left. Independent rounds form batches of one round. The rounds are taken to be an
/// autoregressive process of order 1, in which each value resembles the one before it.
/// </summary>
internal readonly record struct BatchMeans(double Correlation, int Rounds)
{
    private const double MaxBatchCorrelation = 0.1;
    private const int MinBatches = 20;

    /// <summary>The smallest number of rounds in a batch: 1 unless the rounds depend on one another.</summary>
    public int Size { get; } = ChooseSize(Correlation, Rounds);

    public int Count => Rounds / Size;

    /// <summary>The standard error of the mean, for rounds with a standard deviation of 1.</summary>
    public double StandardErrorOfMean => Math.Sqrt(GetVarianceOfMean(Correlation, Rounds));

    /// <summary>
    /// The standard error of the mean, relative to that of independent batches with the same scatter.
    /// </summary>
    public double Inflation
    {
        get
        {
            var (whole, batch) = (GetVarianceOfMean(Correlation, Rounds), GetVarianceOfMean(Correlation, Size));
            return Math.Sqrt(whole * (Count - 1) / (batch - whole));
        }
    }

    public double[] GetMeans(double[] values)
    {
        var count = Count;
        return count == values.Length ? values : [.. Enumerable.Range(0, count).Select(batch =>
            values[(batch * values.Length / count)..((batch + 1) * values.Length / count)].Average())];
    }

    private static int ChooseSize(double correlation, int rounds)
    {
        var size = 1;
        while (rounds / (size + 1) >= MinBatches && GetBatchCorrelation(correlation, size) > MaxBatchCorrelation)
            size++;
        return size;
    }

    // Calculates the variance of the mean of consecutive values with a variance of 1.
    private static double GetVarianceOfMean(double correlation, int values)
    {
        var rest = 1 - correlation;
        var tail = correlation * (1 - Math.Pow(correlation, values)) / (rest * values);
        return (1 + 2 * correlation / rest - 2 * tail / rest) / values;
    }

    // Calculates the correlation between the means of two adjacent batches.
    private static double GetBatchCorrelation(double correlation, int size) =>
        2 * GetVarianceOfMean(correlation, 2 * size) / GetVarianceOfMean(correlation, size) - 1;
}
