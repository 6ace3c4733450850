namespace Studies.Pictures;

internal static class Declutter
{
    /// <summary>
    /// Moves places apart until each is at least a gap away from the next one. The order of the places stays, and none
    /// moves beyond the ends.
    /// </summary>
    public static double[] Spread(IReadOnlyList<double> places, double gap, double low, double high)
    {
        if ((places.Count - 1) * gap > high - low)
            throw new ArgumentException($"{places.Count} labels do not fit between {low} and {high}.", nameof(places));
        var result = places.ToArray();
        int[] order = [.. Enumerable.Range(0, result.Length).OrderBy(i => places[i])];
        var least = low;
        foreach (var i in order)
        {
            result[i] = Math.Max(result[i], least);
            least = result[i] + gap;
        }

        var most = high;
        foreach (var i in order.Reverse())
        {
            result[i] = Math.Min(result[i], most);
            most = result[i] - gap;
        }

        return result;
    }
}
