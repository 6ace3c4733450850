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

    /// <summary>The number of days on which the processes were started; null for one day.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Days { get; init; }

    /// <summary>Whether the value has no error, because it is a count and not an estimate.</summary>
    public bool IsExact { get; init; }

    public static Metric Exact(double value) => new(value, value, value) { IsExact = true };

    public static Metric Once(double value) => new(value, null, null);

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

    /// <summary>
    /// Creates a ratio from the values of the starts of one or several days. On several days, its interval is that of a
    /// model with random effects of days and of starts on the logarithms, with the degrees of freedom by Satterthwaite.
    /// </summary>
    public static Metric FromDays(IEnumerable<IReadOnlyList<double>> values)
    {
        IReadOnlyList<double>[] days = [.. values];
        var metric = FromStarts(days.SelectMany(day => day));
        if (days is [_])
            return metric;
        var (error, freedom) = EstimateError([.. days.Select(day => day.Select(value => Math.Log(value)).ToArray())]);
        var half = StudentT.InvCDF(0, 1, freedom, (1 + Confidence) / 2) * error;
        return metric with
        {
            Lo = metric.Value * Math.Exp(-half),
            Hi = metric.Value * Math.Exp(half),
            PredictionLo = null,
            PredictionHi = null,
            Days = days.Length,
        };
    }

    // The mean squares of an analysis of variance. The mean of all starts weighs a day by the number of its starts.
    private static (double Error, double Freedom) EstimateError(double[][] days)
    {
        double[] all = [.. days.SelectMany(day => day)];
        var (mean, between, within) = (all.Average(), days.Length - 1, all.Length - days.Length);
        var squares = days.Sum(day => (double)day.Length * day.Length);
        var ofDays = days.Sum(day => day.Length * Square(day.Average() - mean)) / between;
        var ofStarts = within is 0 ? 0 : days.Sum(SumSquares) / within;
        if (ofDays <= ofStarts)
            return (Math.Sqrt(ofStarts / all.Length), within);
        var meanSize = (all.Length - (squares / all.Length)) / between;
        var partOfDays = squares / (Square(all.Length) * meanSize) * ofDays;
        var partOfStarts = (ofStarts / all.Length) - (partOfDays / ofDays * ofStarts);
        var variance = partOfDays + partOfStarts;
        var freedom = Square(variance) / ((Square(partOfDays) / between)
            + (within is 0 ? 0 : Square(partOfStarts) / within));
        return (Math.Sqrt(variance), Math.Max(between, freedom));
    }

    private static double SumSquares(double[] logs)
    {
        var mean = logs.Average();
        return logs.Sum(log => Square(log - mean));
    }

    private static double Square(double number) => number * number;
}

internal sealed record Measurement
{
    /// <summary>The measured quantities by name. The criterion of the claim refers to these names.</summary>
    public IReadOnlyDictionary<string, Metric> Metrics { get; init; } = new Dictionary<string, Metric>();
    public string Figures { get; init; } = "";
    public string? NotMeasuredReason { get; init; }

    public static Measurement NotMeasured(string reason) => new() { NotMeasuredReason = reason };

    public static Measurement FromMetric(string name, Metric metric, string figures) =>
        new() { Metrics = new Dictionary<string, Metric> { [name] = metric }, Figures = figures };
}
