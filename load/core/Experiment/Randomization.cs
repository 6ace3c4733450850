namespace TwoTier.Load.Experiment;

/// <summary>Randomizes the order of the trials in each round of a comparison.</summary>
internal static class Randomization
{
    /// <summary>
    /// Shuffles the variants separately for each round, so that drift of the machine affects all variants alike. The
    /// same seed gives the same orders.
    /// </summary>
    public static int[][] ShuffleRounds(int rounds, int variants, int seed)
    {
        // A later release of .NET may shuffle differently for the same seed, so the result file stores the orders too.
        var random = new Random(seed);
        return [.. Enumerable.Range(0, rounds).Select(_ => ShuffleRound(random, variants))];
    }

    private static int[] ShuffleRound(Random random, int variants)
    {
        var order = Enumerable.Range(0, variants).ToArray();
        random.Shuffle(order);
        return order;
    }
}
