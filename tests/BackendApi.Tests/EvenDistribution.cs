namespace BackendApi.Tests;

internal static class EvenDistribution
{
    /// <summary>
    /// Asserts that there are as many distinct values as expected, and that each of them occurs about equally often.
    /// </summary>
    /// <param name="values">The values to count.</param>
    /// <param name="parts">The expected number of distinct values.</param>
    /// <param name="tolerance">The largest accepted difference between the share of a value and an equal share.</param>
    public static void ShouldBeEven(this IEnumerable<int> values, int parts, double tolerance)
    {
        var counts = values.CountBy(value => value).ToDictionary();
        counts.Count.ShouldBe(parts);
        foreach (var (value, count) in counts)
            ((double)count / counts.Values.Sum()).ShouldBe(1.0 / parts, tolerance, $"share of {value}");
    }
}
