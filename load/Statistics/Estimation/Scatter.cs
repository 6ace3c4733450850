namespace Load.Statistics.Estimation;

/// <summary>Calculates how much values scatter.</summary>
internal static class Scatter
{
    /// <summary>Calculates the standard deviation of a sample.</summary>
    /// <param name="values">The values: at least two.</param>
    public static double GetDeviation(IReadOnlyCollection<double> values)
    {
        var mean = values.Average();
        return Math.Sqrt(values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1));
    }
}
