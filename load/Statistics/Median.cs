namespace Load.Statistics;

internal static class Median
{
    /// <returns>0 of nothing.</returns>
    public static double Calculate(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return sorted.Length == 0 ? 0 : (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
