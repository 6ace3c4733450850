namespace TwoTier.Load.Statistics.Estimation;

/// <summary>
/// A stationary series in which each value resembles the one before it: an autoregressive process of order 1, with a
/// variance of 1.
/// </summary>
internal readonly record struct Ar1Process(double Correlation)
{
    /// <summary>Calculates the variance of the mean of consecutive values.</summary>
    public double GetVarianceOfMean(int values)
    {
        var rest = 1 - Correlation;
        var tail = Correlation * (1 - Math.Pow(Correlation, values)) / (rest * values);
        return (1 + 2 * Correlation / rest - 2 * tail / rest) / values;
    }

    /// <summary>Calculates the correlation between the means of two adjacent batches of values.</summary>
    public double GetBatchCorrelation(int batchSize) =>
        2 * GetVarianceOfMean(2 * batchSize) / GetVarianceOfMean(batchSize) - 1;
}
