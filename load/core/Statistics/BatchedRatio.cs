using MathNet.Numerics.Statistics;

namespace TwoTier.Load.Statistics;

/// <summary>
/// The ratio of two sums over equal batches of time, such as the errors of a run divided by its requests. What
/// resembles its neighbours for less than a batch needs no model: it is in the scatter of the batches.
/// </summary>
internal static class BatchedRatio
{
    /// <summary>
    /// Gets half the width of the confidence interval of the ratio, by Student's t on the deviation of each batch from
    /// the ratio. Batches with more requests weigh more, as they do in the ratio itself.
    /// </summary>
    public static double GetHalfWidth(IReadOnlyList<(double Part, double Whole)> batches, double level)
    {
        var ratio = batches.Sum(batch => batch.Part) / batches.Sum(batch => batch.Whole);
        var meanWhole = batches.Average(batch => batch.Whole);
        double[] deviations = [.. batches.Select(batch => (batch.Part - ratio * batch.Whole) / meanWhole)];
        return CriticalValue.Get(batches.Count - 1, level)
            * deviations.StandardDeviation() / Math.Sqrt(batches.Count);
    }
}
