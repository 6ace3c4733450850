using MathNet.Numerics.Distributions;

namespace Load.Statistics;

/// <summary>A confidence interval.</summary>
/// <param name="Lo">The lower end of the interval.</param>
/// <param name="Hi">The upper end of the interval.</param>
internal readonly record struct ConfidenceInterval(double Lo, double Hi);

/// <summary>
/// The geometric mean of positive values, with confidence intervals from Student's t on the logarithms.
/// </summary>
internal sealed class GeometricMean
{
    private readonly double _meanLog;
    private readonly int _count;

    // The standard deviation of the natural logarithms of the values; null for a single value.
    private readonly double? _logDeviation;

    /// <param name="values">The values to average: at least one, all above zero.</param>
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
    /// <param name="confidence">The confidence level, such as 0.95.</param>
    /// <returns>The confidence interval; null for a single value.</returns>
    public ConfidenceInterval? GetInterval(double confidence)
    {
        if (_logDeviation is not { } deviation)
            return null;
        var half = GetStudentTQuantile(0.5 + confidence / 2, _count) * deviation / Math.Sqrt(_count);
        return new ConfidenceInterval(Math.Exp(_meanLog - half), Math.Exp(_meanLog + half));
    }

    /// <summary>Gets the quantile of Student's t distribution for the mean of a number of samples.</summary>
    /// <param name="probability">The probability, from 0 to 1.</param>
    /// <param name="samples">The number of samples, which is the degrees of freedom plus one.</param>
    public static double GetStudentTQuantile(double probability, int samples) =>
        StudentT.InvCDF(0, 1, samples - 1, probability);
}
