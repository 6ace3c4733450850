using System.Text.Json.Serialization;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results;

/// <summary>
/// The capacity of a target: the highest arrival rate, in requests per second, at which it meets the objectives.
/// </summary>
/// <param name="RatePerS">The rate at which half of the trials meet the objectives. Null if none was found.</param>
/// <param name="LoPerS">
/// The lower end of the 95 % interval. If no capacity was found, the highest rate that met the objectives, or null.
/// </param>
/// <param name="HiPerS">
/// The upper end of the 95 % interval. If no capacity was found, the lowest rate that did not meet them, or null.
/// </param>
/// <param name="Objectives">The objectives (<c>--pass</c>) that the target had to meet.</param>
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
    internal static CapacityResult Create(CapacitySearch search, CapacityLoad load)
    {
        return new CapacityResult(
            RoundToFiveDigits(search.Estimate?.Rate),
            RoundToFiveDigits(search.Estimate?.Low ?? GetRates(TrialOutcome.Succeeded).Max()),
            RoundToFiveDigits(search.Estimate?.High ?? GetRates(TrialOutcome.Failed).Min()),
            [.. load.Objectives.Select(objective => $"{objective}")],
            RoundToFiveDigits(search.TrialDuration.TotalSeconds),
            [.. search.Trials.Select(CreateTrial)]);

        IEnumerable<double?> GetRates(TrialOutcome outcome) =>
            search.Trials.Where(trial => trial.Outcome == outcome).Select(trial => (double?)trial.Rate);
    }

    private static Trial CreateTrial(CapacityTrial trial)
    {
        var measurement = trial.Run!.Measurement;
        return new Trial(
            RoundToFiveDigits(trial.Rate),
            trial.OutcomeText,
            trial.Reasons,
            RoundToFiveDigits(measurement.ElapsedSeconds),
            measurement.Counters.Requests,
            measurement.Counters.Errors,
            LatencySummary.GetPercentile(measurement.Counters.Latency, 0.5),
            LatencySummary.GetPercentile(measurement.Counters.Latency, 0.99));
    }

    /// <summary>A trial of a capacity search: the load at one arrival rate.</summary>
    /// <param name="RatePerS">The arrival rate, in requests per second.</param>
    /// <param name="Outcome">
    /// <c>held</c> if the target met the objectives, <c>broke</c> if it did not, or <c>not judged</c> if the load tool
    /// or other work on the machine may have been the cause.
    /// </param>
    /// <param name="Reasons">Why the target did not meet the objectives, or why the trial was not judged.</param>
    /// <param name="Seconds">Seconds from the first request to the last response.</param>
    /// <param name="Requests">The number of requests that ended, with or without success.</param>
    /// <param name="Errors">The number of unsuccessful requests.</param>
    /// <param name="P50">The median response time in milliseconds, or null if there were too few requests.</param>
    /// <param name="P99">The 99th percentile in milliseconds, or null if there were too few requests.</param>
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
