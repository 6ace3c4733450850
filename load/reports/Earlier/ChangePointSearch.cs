namespace TwoTier.Load.Reports.Earlier;

/// <summary>A place in a series of results at which a ratio changed.</summary>
internal sealed record ChangePoint(
    int Index, LogRatioEstimate Change, ConfidenceInterval? Interval, RatioVerdict Verdict);

/// <summary>
/// Finds the places at which a ratio changed by binary segmentation (Scott and Knott, 1974): the clearest split of the
/// series is found, and then those of the parts on both sides of it, until no split is a change.
/// </summary>
internal sealed class ChangePointSearch(IReadOnlyList<double[]> rounds, VerdictRule rule, double level)
{
    /// <summary>
    /// The minimum number of results before and after a change. A single result that differs may be an accident.
    /// </summary>
    public const int MinResults = 2;

    /// <summary>Counts the places at which a series of results could have changed.</summary>
    public static int CountCandidates(int results) => Math.Max(0, results - 2 * MinResults + 1);

    /// <summary>Finds the places at which the ratio changed, in the order of the results.</summary>
    public IReadOnlyList<ChangePoint> Find()
    {
        int[] splits = [.. Split(0, rounds.Count)];

        // After later splits, the parts beside an earlier split are shorter, and may differ no longer.
        while (true)
        {
            int[] ends = [.. splits.Skip(1), rounds.Count];
            ChangePoint[] points =
                [.. splits.Select((split, i) => Compare(i == 0 ? 0 : splits[i - 1], split, ends[i]))];
            if (points.Where(point => !IsChange(point)).MinBy(GetClarity) is not { } weakest)
                return points;
            splits = [.. splits.Where(split => split != weakest.Index)];
        }
    }

    private IEnumerable<int> Split(int start, int end)
    {
        var clearest = Enumerable.Range(start + MinResults, CountCandidates(end - start))
            .Select(split => Compare(start, split, end))
            .Where(IsChange)
            .MaxBy(GetClarity);
        return clearest is null ? [] : [.. Split(start, clearest.Index), clearest.Index, .. Split(clearest.Index, end)];
    }

    private ChangePoint Compare(int start, int split, int end)
    {
        var change = RoundEstimator.EstimateRatio([.. rounds.Take(start..split)], [.. rounds.Take(split..end)]);
        return new ChangePoint(split, change, change.GetInterval(level), rule.Decide(change, level));
    }

    private static bool IsChange(ChangePoint point) => point.Verdict is RatioVerdict.Higher or RatioVerdict.Lower;

    // The t statistic of the change.
    private static double GetClarity(ChangePoint point) =>
        Math.Abs(point.Change.MeanLog) / point.Change.StandardError ?? 0;
}
