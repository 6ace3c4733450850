namespace TwoTier.Load.Statistics.Estimation;

/// <summary>Calculates how much values scatter.</summary>
internal static class StandardDeviation
{
    /// <summary>Calculates the standard deviation of a sample.</summary>
    public static double Calculate(IReadOnlyCollection<double> values)
    {
        var mean = values.Average();
        return Math.Sqrt(values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1));
    }
}
