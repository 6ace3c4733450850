using MathNet.Numerics;
using MathNet.Numerics.Distributions;

namespace TwoTier.Load.Statistics;

/// <summary>
/// Critical values of Student's t that are exact at the small levels of many simultaneous comparisons.
/// </summary>
internal static class CriticalValue
{
    // Above 1,000 degrees of freedom, the continued fraction of the beta function needs too many terms. An expansion
    // around the normal distribution then has more than six correct digits.
    private const double ManyDegreesOfFreedom = 1000;

    private static readonly ConcurrentDictionary<(double Freedom, double Level), double> CachedValues = [];

    /// <summary>Gets the value that the absolute value of Student's t exceeds with a given probability.</summary>
    public static double Get(double freedom, double level)
    {
        var rounded = freedom < 0.2 ? freedom : Math.Floor(freedom * 10 + 1e-9) / 10;
        return CachedValues.GetOrAdd((rounded, level), key => Calculate(key.Freedom, key.Level));
    }

    private static double Calculate(double freedom, double level)
    {
        if (freedom > ManyDegreesOfFreedom)
            return ExpandAroundNormal(-Normal.InvCDF(0, 1, level / 2), freedom);
        var (lo, hi) = (-20.0, 300.0);
        for (var step = 0; step < 60; step++)
        {
            var middle = (lo + hi) / 2;
            (lo, hi) = GetTailProbability(Math.Exp(middle), freedom) > level ? (middle, hi) : (lo, middle);
        }

        return Math.Exp(hi);
    }

    // Gets the probability that |t| exceeds a value, without the loss of digits in 1 minus a distribution function.
    private static double GetTailProbability(double value, double freedom) =>
        SpecialFunctions.BetaRegularized(freedom / 2, 0.5, freedom / (freedom + value * value));

    // The Cornish–Fisher expansion of the quantile.
    private static double ExpandAroundNormal(double z, double freedom) =>
        z + (z * z * z + z) / (4 * freedom)
        + (5 * Math.Pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * freedom * freedom);
}
