using System.Text.Json.Serialization;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results;

/// <summary>The highest arrival rate, in requests per second, at which a target meets the objectives.</summary>
/// <param name="RatePerS">The rate at which half of the trials meet the objectives. Null if none was found.</param>
/// <param name="LoPerS">
/// The lower end of the 95 % interval. If no capacity was found, the highest rate that met the objectives, or null.
/// </param>
/// <param name="HiPerS">
/// The upper end of the 95 % interval. If no capacity was found, the lowest rate that did not meet them, or null.
/// </param>
/// <param name="Objectives">The objectives (<c>--pass</c>) that the target had to meet.</param>
/// <param name="TrialSeconds">The length of a trial near the capacity, in seconds.</param>
/// <param name="Trials">
/// The trials in the order in which they were measured. Of one that was not judged, because the load tool or other work
/// on the machine may have been the cause, it is not known whether it held.
/// </param>
public sealed record CapacityResult(
    double? RatePerS,
    double? LoPerS,
    double? HiPerS,
    IReadOnlyList<string> Objectives,
    [property: JsonPropertyName("trial_s")] double TrialSeconds,
    IReadOnlyList<TimeWindowResult> Trials)
{
    internal static CapacityResult Create(CapacitySearch search, CapacityLoad load)
    {
        return new CapacityResult(
            RoundToFiveDigits(search.Estimate?.Rate),
            RoundToFiveDigits(search.Estimate?.Low ?? GetRates(TrialOutcome.Succeeded).Max()),
            RoundToFiveDigits(search.Estimate?.High ?? GetRates(TrialOutcome.Failed).Min()),
            [.. load.Objectives.Select(objective => $"{objective}")],
            RoundToFiveDigits(search.TrialDuration.TotalSeconds),
            [.. search.Trials.Select(trial => CreateTrial(search, trial))]);

        IEnumerable<double?> GetRates(TrialOutcome outcome) =>
            search.Trials.Where(trial => trial.Outcome == outcome).Select(trial => (double?)trial.Rate);
    }

    private static TimeWindowResult CreateTrial(CapacitySearch search, CapacityTrial trial)
    {
        var (run, measured) = (trial.Run!, trial.Run!.Measurement);
        return TimeWindowResult.Create(
            (run.Started - search.Trials[0].Run!.Started).TotalSeconds,
            measured.ElapsedSeconds,
            trial.Rate,
            measured.Counters,
            measured.OpenLoop,
            measured.Goodput ?? 0) with
        {
            Held = trial.Outcome == TrialOutcome.NotJudged ? null : trial.Outcome == TrialOutcome.Succeeded,
            Reasons = trial.Reasons,
        };
    }
}
