using MathNet.Numerics.Statistics;

namespace TwoTier.Load.Statistics;

/// <summary>A ratio to the baseline, and the independent values that say how certain it is.</summary>
/// <param name="Value">The ratio of the totals of all that was measured.</param>
/// <param name="Units">The ratio of each start or, within a single start, of each batch of its rounds.</param>
/// <param name="StartScatter">
/// The standard deviation of the logarithm of the ratio from start to start, by which the interval of a single start is
/// widened, because its own rounds cannot show how much other starts would differ. 0 if starts are the units.
/// </param>
internal sealed record RatioEstimate(double Value, IReadOnlyList<double> Units, double StartScatter)
{
    /// <summary>
    /// The scatter of a variant that shares the process of the baseline, and of one in a process of its own. They are
    /// conventions, near what was measured of warm processes (docs/decisions.md, 7).
    /// </summary>
    public const double ScatterInOneProcess = 0.015;
    public const double ScatterOfProcesses = 0.03;

    /// <summary>The number of units below which nothing is decided: a few may agree by chance.</summary>
    public const int FewestUnits = 4;

    /// <summary>The degrees of freedom of the sample variance of the units.</summary>
    public int Freedom => Units.Count - 1;

    /// <summary>The sample variance of the logarithms of the units.</summary>
    public double Variance { get; } = Units.Count < 2 ? 0 : Units.Select(unit => Math.Log(unit)).Variance();

    /// <summary>Gets half the width of the interval of the logarithm; null with fewer than two units.</summary>
    /// <param name="level">The probability that the interval misses the true ratio.</param>
    /// <param name="variance">The variance of a unit, which may be estimated from other ratios, too.</param>
    /// <param name="freedom">Its degrees of freedom.</param>
    public double? GetHalfWidth(double level, double variance, double freedom)
    {
        if (Units.Count < 2)
            return null;
        var half = CriticalValue.Get(freedom, level) * Math.Sqrt(variance / Units.Count);
        var ofStarts = CriticalValue.Get(double.PositiveInfinity, level) * StartScatter;
        return Math.Sqrt(half * half + ofStarts * ofStarts);
    }
}
