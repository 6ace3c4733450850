using MathNet.Numerics.Distributions;

namespace Load.Statistics;

/// <summary>The geometric mean of positive figures, and its intervals by Student's t on their logarithms.</summary>
internal sealed class GeometricMean
{
    private readonly double _mean;
    private readonly int _n;

    /// <param name="values">At least one, all above zero.</param>
    public GeometricMean(IEnumerable<double> values)
    {
        var logs = values.Select(value => Math.Log(value)).ToArray();
        _n = logs.Length;
        _mean = logs.Average();
        LogDeviation = _n > 1 ? Math.Sqrt(logs.Sum(x => (x - _mean) * (x - _mean)) / (_n - 1)) : null;
    }

    public double Value => Math.Exp(_mean);

    /// <summary>Standard deviation of the logarithms; null from a single figure.</summary>
    public double? LogDeviation { get; }

    /// <returns>Null from a single figure.</returns>
    public Interval? GetInterval(double confidence)
    {
        if (LogDeviation is not { } deviation)
            return null;
        var half = GetStudentTQuantile(0.5 + confidence / 2, _n) * deviation / Math.Sqrt(_n);
        return new Interval(Math.Exp(_mean - half), Math.Exp(_mean + half));
    }

    /// <summary>Student's t for the mean of that many samples.</summary>
    public static double GetStudentTQuantile(double probability, int samples) =>
        StudentT.InvCDF(0, 1, samples - 1, probability);
}
