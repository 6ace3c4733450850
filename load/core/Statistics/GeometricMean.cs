using MathNet.Numerics.Distributions;

namespace TwoTier.Load.Statistics;

/// <summary>
/// The geometric mean of positive values, with confidence intervals from Student's t on the logarithms.
/// </summary>
public sealed class GeometricMean
{
    private readonly double _meanLog;
    private readonly int _count;

    // The standard deviation of the natural logarithms of the values; null for a single value.
    private readonly double? _logDeviation;

    /// <summary>Calculates the geometric mean of one or more values, which must be above zero.</summary>
    public GeometricMean(IEnumerable<double> values)
    {
        var logs = values.Select(value => Math.Log(value)).ToArray();
        _count = logs.Length;
        _meanLog = logs.Average();
        _logDeviation = _count > 1
            ? Math.Sqrt(logs.Sum(log => (log - _meanLog) * (log - _meanLog)) / (_count - 1))
            : null;
    }

    /// <summary>The geometric mean of the values.</summary>
    public double Value => Math.Exp(_meanLog);

    /// <summary>Gets the confidence interval of the geometric mean.</summary>
    /// <returns>The confidence interval; null for a single value.</returns>
    public ConfidenceInterval? GetInterval(double confidence) => GetInterval(confidence, 1.0 / _count);

    /// <summary>Gets the interval in which a further value lies with a given probability.</summary>
    /// <returns>The interval; null for a single value.</returns>
    public ConfidenceInterval? GetPredictionInterval(double probability) =>
        GetInterval(probability, 1 + (1.0 / _count));

    /// <summary>Gets the quantile of Student's t distribution for the mean of a number of samples.</summary>
    internal static double GetStudentTQuantile(double probability, int samples) =>
        StudentT.InvCDF(0, 1, samples - 1, probability);

    private ConfidenceInterval? GetInterval(double probability, double relativeVariance)
    {
        if (_logDeviation is not { } deviation)
            return null;
        var half = GetStudentTQuantile(0.5 + (probability / 2), _count) * deviation * Math.Sqrt(relativeVariance);
        return new ConfidenceInterval(Math.Exp(_meanLog - half), Math.Exp(_meanLog + half));
    }
}
