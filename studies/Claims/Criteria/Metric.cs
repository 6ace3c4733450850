using MathNet.Numerics.Distributions;

namespace Studies.Claims.Criteria;

internal sealed record Metric(double Value, double? Lo, double? Hi)
{
    private const double Confidence = 0.95;
    public double? PredictionLo { get; init; }
    public double? PredictionHi { get; init; }

    /// <summary>The value of each process start; null if there is one value, or if they were not kept.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<double>? StartValues { get; init; }
    public int Starts { get; init; } = 1;

    /// <summary>Whether the value has no error, because it is a count and not an estimate.</summary>
    public bool IsExact { get; init; }

    public static Metric Exact(double value) => new(value, value, value) { IsExact = true };

    public static Metric Once(double value) => new(value, null, null);

    /// <summary>Creates a share from counts, with the interval of Clopper and Pearson.</summary>
    public static Metric FromCounts(int count, int total) => new(
        (double)count / total,
        count == 0 ? 0 : Beta.InvCDF(count, total - count + 1, (1 - Confidence) / 2),
        count == total ? 1 : Beta.InvCDF(count + 1, total - count, (1 + Confidence) / 2));

    /// <summary>
    /// Creates a ratio or another positive quantity from one value for each process start: the geometric mean, its
    /// interval over starts, and the prediction interval for a further start, by Student's t on the logarithms.
    /// </summary>
    public static Metric FromStarts(IEnumerable<double> values)
    {
        double[] starts = [.. values];
        if (starts is [] || !starts.All(value => value > 0 && double.IsFinite(value)))
            throw new StudyException("A start has no value above zero.");
        var mean = GeometricMean.FromIndependent(starts);
        if (mean.GetInterval(Confidence) is not { } interval)
            return Once(mean.Value);
        var prediction = mean.GetPredictionInterval(Confidence);
        return new Metric(mean.Value, interval.Lo, interval.Hi)
        {
            PredictionLo = prediction?.Lo,
            PredictionHi = prediction?.Hi,
            Starts = starts.Length,
            StartValues = starts,
        };
    }
}
