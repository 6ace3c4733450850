using MathNet.Numerics.Distributions;

namespace Load.Comparing;

/// <summary>The geometric mean of positive figures, and its intervals by Student's t on their logarithms.</summary>
internal sealed class LogMean
{
    private readonly double mean;
    private readonly int n;

    /// <param name="values">At least one, all above zero.</param>
    public LogMean(IEnumerable<double> values)
    {
        var logs = values.Select(value => Math.Log(value)).ToArray();
        n = logs.Length;
        mean = logs.Average();
        Deviation = n > 1 ? Math.Sqrt(logs.Sum(x => (x - mean) * (x - mean)) / (n - 1)) : null;
    }

    public double Value => Math.Exp(mean);

    /// <summary>Standard deviation of the logarithms; null from a single figure.</summary>
    public double? Deviation { get; }

    /// <returns>Null from a single figure.</returns>
    public Interval? IntervalAt(double confidence)
    {
        if (Deviation is not { } deviation)
            return null;
        var half = Quantile(0.5 + confidence / 2, n) * deviation / Math.Sqrt(n);
        return new Interval(Math.Exp(mean - half), Math.Exp(mean + half));
    }

    /// <summary>Student's t for the mean of that many samples.</summary>
    public static double Quantile(double probability, int samples) =>
        StudentT.InvCDF(0, 1, samples - 1, probability);
}

internal readonly record struct Interval(double Lo, double Hi);
