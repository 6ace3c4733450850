namespace Load.Comparing;

internal static class Shuffle
{
    /// <summary>
    /// A fresh order of all variants for each round, the same for the same seed. Drift of the machine then hits all
    /// variants alike.
    /// </summary>
    public static int[][] Rounds(int rounds, int variants, int seed)
    {
        // The sequence of a seeded Random is part of .NET's compatibility promise.
        var random = new Random(seed);
        return [.. Enumerable.Range(0, rounds).Select(_ => OneOf(random, variants))];
    }

    private static int[] OneOf(Random random, int variants)
    {
        var order = Enumerable.Range(0, variants).ToArray();
        random.Shuffle(order);
        return order;
    }
}
