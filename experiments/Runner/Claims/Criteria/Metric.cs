using MathNet.Numerics.Distributions;

namespace Experiments.Claims.Criteria;

/// <summary>
/// A measured quantity with its 95 % interval: a ratio or another positive quantity, of which logarithms are averaged,
/// or a difference in a unit.
/// </summary>
internal sealed record Metric(double Value, double? Lo, double? Hi)
{
    private const double Confidence = 0.95;

    // Of the logarithms of two series of a row, on machines of one name. Not estimated yet (docs/method.md).
    private const double VarianceBetweenSeries = 0.0;
    private const double QuantileOfAgreement = 2.58;

    /// <summary>The value of each process start; null if there is one value.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<double>? StartValues { get; init; }
    public int Starts { get; init; } = 1;

    /// <summary>Whether the value has no error, because it is a count and not an estimate.</summary>
    public bool IsExact { get; init; }

    /// <summary>The unit of a difference; null for a quantity of which logarithms are averaged.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Unit { get; init; }

    /// <summary>Creates the ratio of two quantities of the same starts.</summary>
    /// <returns>The ratio; null if no start has both quantities, or if one is 0 (no logarithm).</returns>
    public static Metric? OfRatios(IEnumerable<(double? Dividend, double? Divisor)> starts)
    {
        double[] ratios = [.. starts.Select(start => start.Dividend / start.Divisor).OfType<double>()];
        return ratios is not [] && ratios.All(ratio => ratio > 0 && double.IsFinite(ratio))
            ? FromStarts(ratios) : null;
    }

    // Null for what has no interval, or no logarithm.
    private double? LogarithmicError => (IsExact, Unit, Starts, Hi / Lo) is (false, null, > 1, { } width)
        ? Math.Log(width) / 2 / StudentT.InvCDF(0, 1, Starts - 1, (1 + Confidence) / 2) : null;

    /// <summary>Whether two series of a row agree; null for counts, differences and single starts.</summary>
    public bool? AgreesWith(Metric other) => LogarithmicError * other.LogarithmicError > 0
        ? Math.Abs(Math.Log(Value / other.Value)) < QuantileOfAgreement * Math.Sqrt(
            Math.Pow(LogarithmicError!.Value, 2) + Math.Pow(other.LogarithmicError!.Value, 2) + 2 * VarianceBetweenSeries)
        : null;

    public override string ToString() => Lo is null ? TableNumbers.Format(Value) : TableNumbers.Format(Value, Lo, Hi);

    public static Metric Exact(double value) => new(value, value, value) { IsExact = true };

    /// <summary>Creates a metric from the values of starts: their mean, with an interval by Student's t.</summary>
    public static Metric FromStarts(IEnumerable<double> starts, string? unit = null)
    {
        double[] values = [.. starts];
        if (values is [] || !values.All(value => double.IsFinite(value) && (unit is not null || value > 0)))
            throw new StudyException("The value of a start is not above zero.");
        double[] scaled = [.. values.Select(value => unit is null ? Math.Log(value) : value)];
        var mean = scaled.Average();
        var metric = new Metric(Scale(mean), null, null)
        {
            Starts = values.Length,
            StartValues = values,
            Unit = unit,
        };
        if (values is [_])
            return metric;
        var half = StudentT.InvCDF(0, 1, values.Length - 1, (1 + Confidence) / 2)
            * Math.Sqrt(scaled.Variance() / values.Length);
        return metric with { Lo = Scale(mean - half), Hi = Scale(mean + half) };

        double Scale(double number) => unit is null ? Math.Exp(number) : number;
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
