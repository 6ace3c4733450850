using MathNet.Numerics.Distributions;

namespace Studies.Claims.Criteria;

/// <summary>A measured quantity that the criterion of a claim may name.</summary>
internal sealed record Metric(double Value, double? Lo, double? Hi)
{
    private const double Confidence = 0.95;

    /// <summary>The lower end of the interval in which a further start lies with 95 % probability.</summary>
    public double? PredictionLo { get; init; }

    /// <summary>The upper end of the interval in which a further start lies with 95 % probability.</summary>
    public double? PredictionHi { get; init; }

    /// <summary>The value of each process start; null if there is one value, or if they were not kept.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<double>? StartValues { get; init; }

    /// <summary>The number of process starts, or of other repetitions, from which the estimate was made.</summary>
    public int Starts { get; init; } = 1;

    /// <summary>Whether the value has no error, because it is a count and not an estimate.</summary>
    public bool IsExact { get; init; }

    /// <summary>Creates a count or another value that has no error.</summary>
    public static Metric Exact(double value) => new(value, value, value) { IsExact = true };

    /// <summary>
    /// Creates an estimate from one measurement, which has no interval and therefore decides nothing.
    /// </summary>
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
        var mean = new GeometricMean(starts);
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
