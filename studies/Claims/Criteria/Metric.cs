using MathNet.Numerics.Distributions;

namespace Studies.Claims.Criteria;

/// <summary>
/// A measured quantity with its 95 % interval: a ratio or another positive quantity, of which logarithms are averaged,
/// or a difference in a unit.
/// </summary>
internal sealed record Metric(double Value, double? Lo, double? Hi)
{
    private const double Confidence = 0.95;

    /// <summary>The value of each process start; null if there is one value.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<double>? StartValues { get; init; }
    public int Starts { get; init; } = 1;

    /// <summary>The number of series of starts that are some hours apart.</summary>
    public int Series { get; init; } = 1;

    /// <summary>Whether the value has no error, because it is a count and not an estimate.</summary>
    public bool IsExact { get; init; }

    /// <summary>The unit of a difference; null for a quantity of which logarithms are averaged.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Unit { get; init; }

    public static Metric Exact(double value) => new(value, value, value) { IsExact = true };

    /// <summary>Sets the interval from the lowest end of several to the highest; none if one is unknown.</summary>
    public Metric WithRange(IReadOnlyList<Metric> parts) => parts.Any(part => part.Lo is null || part.Hi is null)
        ? this with { Lo = null, Hi = null }
        : this with { Lo = parts.Min(part => part.Lo), Hi = parts.Max(part => part.Hi) };

    /// <summary>Creates a metric from the values of the starts of one series.</summary>
    public static Metric FromStarts(IEnumerable<double> values, string? unit = null) =>
        FromSeries([[.. values]], SeriesVariance.LeastShare, unit);

    /// <summary>
    /// Creates a metric from the values of the starts of one or several series. The mean weighs all starts alike. Its
    /// interval is Student's t with the variance of starts within their series, and adds for each series a share of
    /// that variance, by which series differ.
    /// </summary>
    public static Metric FromSeries(IReadOnlyList<IReadOnlyList<double>> series, double share, string? unit = null)
    {
        double[] values = [.. series.SelectMany(one => one)];
        if (values is [] || !values.All(value => double.IsFinite(value) && (unit is not null || value > 0)))
            throw new StudyException("The value of a start is not above zero.");
        double[][] scaled =
            [.. series.Select(one => one.Select(value => unit is null ? Math.Log(value) : value).ToArray())];
        var mean = scaled.SelectMany(one => one).Average();
        var metric = new Metric(Scale(mean), null, null)
        {
            Starts = values.Length,
            Series = series.Count,
            StartValues = values,
            Unit = unit,
        };
        if (SeriesVariance.GetVarianceOfStarts(scaled) is not { } variance)
            return metric;
        var weights = scaled.Sum(one => Math.Pow((double)one.Length / values.Length, 2));
        var half = StudentT.InvCDF(0, 1, values.Length - series.Count, (1 + Confidence) / 2)
            * Math.Sqrt(variance * ((1.0 / values.Length) + (share * weights)));
        return metric with { Lo = Scale(mean - half), Hi = Scale(mean + half) };

        double Scale(double number) => unit is null ? Math.Exp(number) : number;
    }
}

/// <summary>By how much series differ: one share of the variance of starts, for all rows of the ledger.</summary>
internal static class SeriesVariance
{
    /// <summary>What is assumed at least, since the rows have two or three series each.</summary>
    public const double LeastShare = 0.15;

    /// <summary>Computes the variance of starts within their series; null if no series has two.</summary>
    public static double? GetVarianceOfStarts(IReadOnlyList<double[]> series) =>
        series.Sum(one => one.Length) - series.Count is > 0 and var freedom
            ? series.Sum(one => one.Length < 2 ? 0 : one.Variance() * (one.Length - 1)) / freedom
            : null;

    /// <summary>
    /// Estimates the share from the rows with several series, by an analysis of variance of each: the mean of their
    /// shares, and at least <see cref="LeastShare"/>.
    /// </summary>
    public static double Estimate(IEnumerable<IReadOnlyList<double[]>> rows)
    {
        double[] shares = [.. rows.Select(EstimateRow).OfType<double>()];
        return shares is [] ? LeastShare : Math.Max(LeastShare, shares.Average());
    }

    private static double? EstimateRow(IReadOnlyList<double[]> series)
    {
        if (series.Count < 2 || GetVarianceOfStarts(series) is not (> 0 and var within))
            return null;
        var (all, mean) = ((double)series.Sum(one => one.Length), series.SelectMany(one => one).Average());
        var between = series.Sum(one => one.Length * Math.Pow(one.Average() - mean, 2)) / (series.Count - 1);
        var size = (all - (series.Sum(one => Math.Pow(one.Length, 2)) / all)) / (series.Count - 1);
        return ((between / within) - 1) / size;
    }
}

/// <summary>The measured quantities by the names that the criterion has, and the figures in words.</summary>
internal sealed record Measurement(Dictionary<string, Metric> Metrics, string Figures)
{
    public string? NotMeasuredReason { get; private init; }

    public static Measurement NotMeasured(string reason) => new([], "") { NotMeasuredReason = reason };

    public static Measurement FromMetric(string name, Metric metric, string figures) =>
        new(new() { [name] = metric }, figures);
}
