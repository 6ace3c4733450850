namespace TwoTier.Load.Statistics;

/// <summary>All judgements on a comparison at one time, during the comparison or at its end.</summary>
internal sealed record ComparisonJudgement(
    double IntervalLevel,
    IReadOnlyList<RatioJudgement> Ratios,
    IReadOnlyList<ControlJudgement> Controls,
    IReadOnlyList<ExchangeabilityFailure> Failures)
{
    /// <summary>Gets the judgement on a variant; null if the ratio was not measured in any round.</summary>
    public RatioJudgement? Find(string variant, string metric) =>
        Ratios.FirstOrDefault(ratio => ratio.Series.Variant == variant && ratio.Series.Metric == metric);
}

/// <summary>The judgement on the ratio of one variant to the baseline, for one metric.</summary>
internal sealed record RatioJudgement(
    RatioSeries Series, LogRatioEstimate Estimate, ConfidenceInterval? Interval, RatioVerdict? Verdict)
{
    /// <summary>The reasons why the rounds are not exchangeable; empty if none was found.</summary>
    public IReadOnlyList<ExchangeabilityFailure> Failures { get; init; } = [];

    /// <summary>
    /// The batches of rounds whose means count as independent values; null if there are fewer than two rounds, or if
    /// the means of process starts are the independent values.
    /// </summary>
    public BatchMeans? Batches { get; init; }

    /// <summary>Null if the processes were started once.</summary>
    public ProcessStartVariance? ProcessStartVariance { get; init; }

    /// <summary>Null without batches of rounds.</summary>
    public PrecisionForecast? Forecast { get; init; }

    /// <summary>Half of the interval's width as a part of the ratio, such as 0.03; null without an interval.</summary>
    public double? RelativeHalfWidth => Interval is { } interval ? Math.Sqrt(interval.Hi / interval.Lo) - 1 : null;

    /// <summary>
    /// Calculates the Hodges–Lehmann estimate, which few extreme rounds hardly move: the median of the means of all
    /// pairs of log ratios. The duration grows with the square of the number of rounds.
    /// </summary>
    public double CalculateRobust()
    {
        var logs = ProcessStartVariance?.Means ?? Batches?.GetMeans(Series.LogRatios) ?? Series.LogRatios;
        var means = new double[logs.Length * (logs.Length + 1) / 2];
        var next = 0;
        for (var i = 0; i < logs.Length; i++)
        {
            for (var j = i; j < logs.Length; j++)
                means[next++] = (logs[i] + logs[j]) / 2;
        }

        Array.Sort(means);
        return Math.Exp((means[(means.Length - 1) / 2] + means[means.Length / 2]) / 2);
    }
}
