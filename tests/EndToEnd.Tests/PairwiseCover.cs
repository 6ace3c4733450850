namespace EndToEnd.Tests;

/// <summary>
/// Chooses few of many combinations of values, so that every pair of values that any of them has is in one of the few.
/// </summary>
internal static class PairwiseCover
{
    /// <param name="combinations">All combinations, each with one value for each position.</param>
    /// <returns>
    /// The chosen combinations. Each is the one with the most pairs that those before it do not have.
    /// </returns>
    public static IEnumerable<string[]> Choose(IReadOnlyList<string[]> combinations)
    {
        var missing = combinations.SelectMany(GetPairs).ToHashSet();
        while (missing.Count > 0)
        {
            var best = combinations.MaxBy(combination => GetPairs(combination).Count(missing.Contains))!;
            missing.ExceptWith(GetPairs(best));
            yield return best;
        }
    }

    /// <summary>Returns the pairs of values of a combination, with the positions of both.</summary>
    public static IEnumerable<(int First, string FirstValue, int Second, string SecondValue)> GetPairs(
        string[] combination) =>
        from second in Enumerable.Range(1, combination.Length - 1)
        from first in Enumerable.Range(0, second)
        select (first, combination[first], second, combination[second]);
}
