using Load.Experiment;
using Load.Metrics;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>Converts trials to the form in which the result file stores them.</summary>
internal static class TrialSummary
{
    /// <summary>Creates the entry for a variant's trial in one round.</summary>
    /// <param name="trial">The variant's trial in the round.</param>
    /// <param name="goodput">The goodput of the trial, in successful responses per second.</param>
    public static RoundResult Summarize(Trial trial, double goodput)
    {
        var counters = trial.Measurement.Counters;
        return new RoundResult(
            trial.Round,
            trial.Position,
            RoundToFiveDigits(trial.StartSeconds),
            counters.Requests,
            RoundToFiveDigits(goodput),
            [.. trial.Measurement.HeatMap.GetColumns().Select(column =>
                column.Sum() / HeatMap.ColumnWidth.TotalSeconds)],
            LatencySummary.GetPercentile(counters.Latency, 0.5),
            LatencySummary.GetPercentile(counters.Latency, 0.99),
            trial.Usage.Processes.Keys.ToDictionary(
                process => process, process => RoundToFiveDigits(trial.GetCpuMs(process))));
    }

    /// <summary>
    /// Encodes the heat maps of several trials as one text, with columns separated by | and rows by a space.
    /// </summary>
    public static string EncodeHeatMap(IEnumerable<Trial> trials) => string.Join('|', trials
        .SelectMany(trial => trial.Measurement.HeatMap.GetColumns())
        .Select(column => string.Join(' ', column)));
}
