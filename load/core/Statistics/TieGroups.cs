namespace TwoTier.Load.Statistics;

/// <summary>
/// Groups variants that cannot be told apart from one another, by the intervals of all pairs at the family-wise level.
/// Variants of one group need not be equal, and a variant may be in several groups.
/// </summary>
internal static class TieGroups
{
    public static IReadOnlyList<int[]> Find(MeasuredComparison comparison, MetricValues metric, double familyLevel)
    {
        var variants = comparison.ComparedVariants;
        var pairs = variants
            .SelectMany((one, index) => variants.Skip(index + 1).Select(other => (One: one, Other: other)))
            .Select(pair => (pair.One, pair.Other, Series: comparison.CreateSeries(metric, pair.One, pair.Other)))
            .Where(pair => pair.Series.Units.Length > 1)
            .ToArray();
        var level = familyLevel / comparison.Metrics.Count(one => one.HasVerdicts) / pairs.Length;
        var different = pairs
            .Where(pair => Math.Abs(pair.Series.Estimate.MeanLog) > pair.Series.Estimate.GetHalfWidth(level))
            .Select(pair => (pair.One, pair.Other));
        return FindLargestGroups([.. variants], different);
    }

    /// <summary>Finds the largest groups of variants in which no two variants differ.</summary>
    public static IReadOnlyList<int[]> FindLargestGroups(int[] variants, IEnumerable<(int One, int Other)> different)
    {
        List<int[]> groups = [variants];
        foreach (var (one, other) in different)
        {
            var split = groups.Where(group => group.Contains(one) && group.Contains(other)).ToArray();
            groups = [.. groups.Except(split)];
            foreach (var part in split.SelectMany(
                group => (int[][])[[.. group.Except([one])], [.. group.Except([other])]]))
            {
                if (!groups.Any(group => part.All(group.Contains)))
                    groups.Add(part);
            }
        }

        return [.. groups.Where(group => group.Length > 1)];
    }
}
