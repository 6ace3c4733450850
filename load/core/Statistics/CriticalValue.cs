using MathNet.Numerics;

namespace TwoTier.Load.Statistics;

/// <summary>
/// Critical values of Student's t that are exact at the small levels of many simultaneous comparisons.
/// </summary>
internal static class CriticalValue
{
    // With more, the continued fraction of the beta function needs too many terms; the value falls by less than 1 %.
    private const double MostDegreesOfFreedom = 1000;

    private static readonly ConcurrentDictionary<(double Freedom, double Level), double> CachedValues = [];

    /// <summary>Gets the value that the absolute value of Student's t exceeds with a given probability.</summary>
    public static double Get(double freedom, double level)
    {
        var rounded = freedom < 0.2 ? freedom : Math.Min(MostDegreesOfFreedom, Math.Floor(freedom * 10 + 1e-9) / 10);
        return CachedValues.GetOrAdd((rounded, level), key => Calculate(key.Freedom, key.Level));
    }

    private static double Calculate(double freedom, double level)
    {
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
}
