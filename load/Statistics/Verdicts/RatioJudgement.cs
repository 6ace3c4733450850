using Load.Statistics.Checks;
using Load.Statistics.Estimation;

namespace Load.Statistics.Verdicts;

/// <summary>The judgement on the ratio of one variant to the baseline, for one metric.</summary>
/// <param name="Series">The ratios of the rounds.</param>
/// <param name="Estimate">The estimated ratio.</param>
/// <param name="Interval">The interval that decides, and is to be printed; null if there is only one round.</param>
/// <param name="Verdict">The verdict; null for a metric without verdicts.</param>
internal sealed record RatioJudgement(
    RatioSeries Series, LogRatioEstimate Estimate, ConfidenceInterval? Interval, RatioVerdict? Verdict)
{
    /// <summary>The reasons why the rounds are not exchangeable; empty if none was found.</summary>
    public IReadOnlyList<ExchangeabilityFailure> Failures { get; init; } = [];

    /// <summary>The correlation between rounds that the interval assumes.</summary>
    public SerialCorrelation Correlation { get; init; }

    /// <summary>
    /// The batches of rounds that are the unit of the interval; their size is 1 if the rounds themselves are. It is
    /// null for a single round, or if the process starts are the unit.
    /// </summary>
    public BatchMeans? Batches { get; init; }

    /// <summary>
    /// The two levels of the variance, process starts and rounds; null if the processes were started once.
    /// </summary>
    public ProcessStarts? Starts { get; init; }

    /// <summary>The forecast for more rounds; null if the batches are null.</summary>
    public PrecisionForecast? Forecast { get; init; }

    /// <summary>Half of the interval's width as a part of the ratio, such as 0.03; null without an interval.</summary>
    public double? RelativeHalfWidth => Interval is { } interval
        ? Math.Sqrt(interval.Hi / interval.Lo) - 1
        : null;

    /// <summary>
    /// Calculates the robust companion of the estimate, which few extreme rounds hardly move. The time this takes grows
    /// with the square of the number of rounds.
    /// </summary>
    /// <param name="level">The level of this ratio's interval.</param>
    public HodgesLehmann CalculateRobust(double level) => Starts is not null
        ? HodgesLehmann.Calculate(Starts.Means, level)
        : HodgesLehmann.Calculate(Batches?.GetMeans(Series.Logs) ?? Series.Logs, level, Batches?.Inflation ?? 1);
}
