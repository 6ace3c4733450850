using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results;

/// <summary>
/// The result of a step of the arrival rate, which is judged on its own. Requests belong to the step in which they were
/// due.
/// </summary>
/// <param name="RatePerS">The arrival rate of the step, in requests per second.</param>
/// <param name="Held">
/// Whether the step held: requests sent as planned, few enough errors, and every threshold (<c>--pass</c>) met.
/// </param>
/// <param name="Reasons">The reasons why the step did not hold. Empty if it held.</param>
/// <param name="Requests">The number of requests that ended, with or without success.</param>
/// <param name="Errors">The number of unsuccessful requests.</param>
/// <param name="Sent">The number of requests that were sent.</param>
/// <param name="Dropped">The number of requests that were never sent because the target did not keep up.</param>
/// <param name="Rps">Successful responses per second that arrived during the step.</param>
/// <param name="P50">The median response time in milliseconds, or null if there were too few requests.</param>
/// <param name="P99">
/// The 99th percentile of the response time in milliseconds, or null if there were too few requests.
/// </param>
/// <param name="Max">The longest response time in milliseconds, or null if there was no response.</param>
public sealed record StepResult(
    double RatePerS,
    bool Held,
    IReadOnlyList<string> Reasons,
    long Requests,
    long Errors,
    long Sent,
    long Dropped,
    double Rps,
    double? P50,
    double? P99,
    double? Max)
{
    /// <summary>Converts the judgement on a step to the form in which the result file stores it.</summary>
    internal static StepResult Create(StepOutcome step)
    {
        var (counters, openLoop) = (step.Figures.Counters, step.Figures.OpenLoop!);
        return new StepResult(
            RoundToFiveDigits(step.Rate),
            step.IsSustained,
            step.Reasons,
            counters.Requests,
            counters.Errors,
            openLoop.SentRequests,
            openLoop.DroppedRequests,
            RoundToFiveDigits(step.Figures.Goodput ?? 0),
            LatencySummary.GetPercentile(counters.Latency, 0.5),
            LatencySummary.GetPercentile(counters.Latency, 0.99),
            LatencySummary.GetMax(counters.Latency));
    }
}
