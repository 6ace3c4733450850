namespace TwoTier.Load.Statistics;

/// <summary>
/// Estimates several variances, each from few values, together: each is drawn towards their mean, the idea of limma
/// (Smyth, 2004). An interval with such a variance is narrower, because more values stand behind it.
/// </summary>
internal static class VarianceShrinkage
{
    // One variance may differ from the others, so their mean counts half as much as its own values. With more, a
    // variant that scatters three times as much as the others is told wrongly too often (docs/decisions.md, 7).
    private const double MeanShare = 0.5;

    /// <summary>Gets the variance to use for each sample variance, and its degrees of freedom.</summary>
    /// <param name="variances">The sample variances. One alone is not changed.</param>
    /// <param name="freedom">The degrees of freedom of each of them.</param>
    public static (double[] Variances, double Freedom) Shrink(double[] variances, double freedom)
    {
        var share = variances.Length < 2 ? 0 : MeanShare;
        var mean = variances.Average();
        return ([.. variances.Select(one => (one + share * mean) / (1 + share))], (1 + share) * freedom);
    }
}
