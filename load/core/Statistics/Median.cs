namespace TwoTier.Load.Statistics;

internal static class Median
{
    /// <summary>Calculates the median of the values, or 0 if there are none.</summary>
    public static double Calculate(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return sorted.Length == 0 ? 0 : (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
