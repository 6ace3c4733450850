namespace BackendApi.Tests.Customers;

internal static class Shares
{
    /// <summary>Each value with its share of all values.</summary>
    public static Dictionary<int, double> Of(IEnumerable<int> values)
    {
        var counts = values.CountBy(value => value).ToDictionary();
        return counts.ToDictionary(pair => pair.Key, pair => (double)pair.Value / counts.Values.Sum());
    }

    public static void ShouldBeEven(this Dictionary<int, double> shares, int parts, double tolerance)
    {
        shares.Count.ShouldBe(parts);
        foreach (var (value, share) in shares)
            share.ShouldBe(1.0 / parts, tolerance, $"share of {value}");
    }
}
