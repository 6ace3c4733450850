namespace TwoTier.Load.Statistics;

/// <summary>
/// How much processes of one build may differ from start to start. The rounds of a few starts cannot show it, so a
/// ratio of two processes has no verdict within this limit.
/// </summary>
internal static class StartEffect
{
    /// <summary>The largest difference that starts explain. It is a convention (docs/method.md).</summary>
    public const double Largest = 0.05;

    /// <summary>The number of starts whose scatter shows how much starts differ.</summary>
    public const int NeededStarts = 5;

    /// <summary>Whether starts may explain a ratio, because a part of its interval lies within the limit.</summary>
    public static bool MayExplain(ConfidenceInterval? interval) =>
        interval is var (lo, hi) && lo < 1 + Largest && hi > 1 / (1 + Largest);

    /// <summary>Whether the whole interval lies within the limit, so that more rounds tell no more.</summary>
    public static bool Covers(ConfidenceInterval? interval) =>
        interval is var (lo, hi) && lo > 1 / (1 + Largest) && hi < 1 + Largest;
}
