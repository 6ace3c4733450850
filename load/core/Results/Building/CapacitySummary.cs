using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results.Building;

/// <summary>Summarizes a search for the capacity of a target.</summary>
internal static class CapacitySummary
{
    /// <summary>Summarizes a capacity search that has ended.</summary>
    public static CapacityResult Summarize(CapacitySearch search, CapacityLoad load)
    {
        var estimate = search.Estimate;
        return new CapacityResult(
            RoundToFiveDigits(estimate?.Rate),
            RoundToFiveDigits(estimate?.Low ?? GetRates(search, TrialOutcome.Succeeded).Max()),
            RoundToFiveDigits(estimate?.High ?? GetRates(search, TrialOutcome.Failed).Min()),
            [.. load.Objectives.Select(objective => $"{objective}")],
            RoundToFiveDigits(search.TrialDuration.TotalSeconds),
            [.. search.Trials.Select(Summarize)]);
    }

    private static IEnumerable<double?> GetRates(CapacitySearch search, TrialOutcome outcome) =>
        search.Trials.Where(trial => trial.Outcome == outcome).Select(trial => (double?)trial.Rate);

    private static CapacityTrialResult Summarize(CapacityTrial trial)
    {
        var measurement = trial.Run!.Measurement;
        return new CapacityTrialResult(
            RoundToFiveDigits(trial.Rate),
            trial.OutcomeText,
            trial.Reasons,
            RoundToFiveDigits(measurement.ElapsedSeconds),
            measurement.Counters.Requests,
            measurement.Counters.Errors,
            LatencySummary.GetPercentile(measurement.Counters.Latency, 0.5),
            LatencySummary.GetPercentile(measurement.Counters.Latency, 0.99));
    }
}
