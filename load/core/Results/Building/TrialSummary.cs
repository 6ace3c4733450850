using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results.Building;

/// <summary>Converts trials to the form in which the result file stores them.</summary>
internal static class TrialSummary
{
    /// <summary>Creates the entry for a variant's trial in one round.</summary>
    public static RoundResult Summarize(Trial trial, double goodput)
    {
        return new RoundResult(
            trial.Round,
            trial.Position,
            RoundToFiveDigits(trial.StartSeconds),
            trial.Requests,
            RoundToFiveDigits(goodput),
            [.. trial.RepliesByColumn.Select(replies => replies / HeatMap.ColumnWidth.TotalSeconds)],
            LatencySummary.GetMilliseconds(trial.P50Ns),
            LatencySummary.GetMilliseconds(trial.P99Ns),
            trial.Usage.Processes.ToDictionary(
                process => process.Key,
                process => RoundToFiveDigits(trial.GetPerReply(process.Value?.CpuSeconds) * 1000)));
    }

    /// <summary>
    /// Encodes the heat maps of several trials as one text, with columns separated by | and rows by a space.
    /// </summary>
    public static string EncodeHeatMap(IEnumerable<Trial> trials) => string.Join('|', trials
        .Select(trial => trial.HeatMap)
        .Where(columns => columns.Length > 0));
}
