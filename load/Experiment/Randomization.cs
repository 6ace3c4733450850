namespace Load.Experiment;

internal static class Randomization
{
    /// <summary>
    /// A fresh order of all variants for each round, the same for the same seed. Drift of the machine then hits all
    /// variants alike.
    /// </summary>
    public static int[][] ShuffleRounds(int rounds, int variants, int seed)
    {
        // The result file has the order too, whatever a later release of .NET makes of the seed.
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
