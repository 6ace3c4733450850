using System.Text.Json.Serialization;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results;

/// <summary>
/// The result of a search for the capacity of a target: the highest arrival rate at which it meets the objectives.
/// </summary>
/// <param name="RatePerS">
/// The capacity in requests per second: the arrival rate at which the target meets the objectives in half of the
/// trials. Null if no capacity was found.
/// </param>
/// <param name="LoPerS">
/// The lower end of the 95 % interval of the capacity, in requests per second. If no capacity was found, the highest
/// rate at which the target met the objectives, or null if there was none.
/// </param>
/// <param name="HiPerS">
/// The upper end of the 95 % interval of the capacity, in requests per second. If no capacity was found, the lowest
/// rate at which the target did not meet the objectives, or null if there was none.
/// </param>
/// <param name="Objectives">The objectives (<c>--slo</c>) that the target had to meet.</param>
/// <param name="TrialSeconds">The length of a trial near the capacity, in seconds.</param>
/// <param name="Trials">The trials in the order in which they were measured.</param>
public sealed record CapacityResult(
    double? RatePerS,
    double? LoPerS,
    double? HiPerS,
    IReadOnlyList<string> Objectives,
    [property: JsonPropertyName("trial_s")] double TrialSeconds,
    IReadOnlyList<CapacityResult.Trial> Trials)
{
    /// <summary>Summarizes a capacity search that has ended.</summary>
    internal static CapacityResult Create(CapacitySearch search, CapacityLoad load, CapacityPlan plan)
    {
        return new CapacityResult(
            RoundToFiveDigits(search.Estimate?.Rate),
            RoundToFiveDigits(search.Estimate?.Low ?? GetRates(TrialOutcome.Succeeded).Max()),
            RoundToFiveDigits(search.Estimate?.High ?? GetRates(TrialOutcome.Failed).Min()),
            [.. load.Objectives.Select(objective => $"{objective}")],
            RoundToFiveDigits(plan.TrialDuration.TotalSeconds),
            [.. search.Trials.Select(CreateTrial)]);

        IEnumerable<double?> GetRates(TrialOutcome outcome) =>
            search.Trials.Where(trial => trial.Outcome == outcome).Select(trial => (double?)trial.Rate);
    }

    private static Trial CreateTrial(CapacityTrial trial)
    {
        var measurement = trial.Run!.Measurement;
        return new Trial(
            RoundToFiveDigits(trial.Rate),
            TrialText.FormatOutcome(trial.Outcome),
            trial.Reasons,
            RoundToFiveDigits(measurement.ElapsedSeconds),
            measurement.Counters.Requests,
            measurement.Counters.Errors,
            LatencySummary.GetPercentile(measurement.Counters.Latency, 0.5),
            LatencySummary.GetPercentile(measurement.Counters.Latency, 0.99));
    }

    /// <summary>The result of a trial of a capacity search: the load at one arrival rate.</summary>
    /// <param name="RatePerS">The arrival rate, in requests per second.</param>
    /// <param name="Outcome">
    /// Whether the target met the objectives: <c>held</c> if it did, <c>broke</c> if it did not, or <c>not judged</c>
    /// if the load tool or other work on the machine may have been the cause.
    /// </param>
    /// <param name="Reasons">
    /// The reasons why the target did not meet the objectives, or why the trial was not judged. Empty if the target met
    /// the objectives.
    /// </param>
    /// <param name="Seconds">Seconds from the first request to the last response.</param>
    /// <param name="Requests">The number of requests that ended, with or without success.</param>
    /// <param name="Errors">The number of unsuccessful requests.</param>
    /// <param name="P50">The median response time in milliseconds, or null if there were too few requests.</param>
    /// <param name="P99">
    /// The 99th percentile of the response time in milliseconds, or null if there were too few requests.
    /// </param>
    public sealed record Trial(
        double RatePerS,
        string Outcome,
        IReadOnlyList<string> Reasons,
        double Seconds,
        long Requests,
        long Errors,
        double? P50,
        double? P99);
}
