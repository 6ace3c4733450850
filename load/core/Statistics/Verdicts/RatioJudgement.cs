namespace TwoTier.Load.Statistics.Verdicts;

/// <summary>The judgement on the ratio of one variant to the baseline, for one metric.</summary>
internal sealed record RatioJudgement(
    RatioSeries Series, LogRatioEstimate Estimate, ConfidenceInterval? Interval, RatioVerdict? Verdict)
{
    /// <summary>The reasons why the rounds are not exchangeable; empty if none was found.</summary>
    public IReadOnlyList<ExchangeabilityFailure> Failures { get; init; } = [];

    /// <summary>The correlation between rounds that the interval assumes.</summary>
    public SerialCorrelation Correlation { get; init; }

    /// <summary>
    /// The batches of rounds whose means count as independent values; a batch is one round if the rounds are
    /// independent. Null for a single round, or if the means of process starts are the independent values.
    /// </summary>
    public BatchMeans? Batches { get; init; }

    /// <summary>
    /// The variance between process starts and between rounds; null if the processes were started once.
    /// </summary>
    public ProcessStartVariance? ProcessStartVariance { get; init; }

    /// <summary>The forecast of the precision with more rounds; null without batches of rounds.</summary>
    public PrecisionForecast? Forecast { get; init; }

    /// <summary>Half of the interval's width as a part of the ratio, such as 0.03; null without an interval.</summary>
    public double? RelativeHalfWidth => Interval is { } interval
        ? Math.Sqrt(interval.Hi / interval.Lo) - 1
        : null;

    /// <summary>
    /// Calculates the Hodges–Lehmann estimate of the ratio, which few extreme rounds hardly move. The duration of the
    /// calculation grows with the square of the number of rounds.
    /// </summary>
    public HodgesLehmannEstimate CalculateRobust(double level) => ProcessStartVariance is not null
        ? HodgesLehmannEstimate.Calculate(ProcessStartVariance.Means, level)
        : HodgesLehmannEstimate.Calculate(
            Batches?.GetMeans(Series.LogRatios) ?? Series.LogRatios, level, Batches?.Inflation ?? 1);
}
