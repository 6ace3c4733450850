using Load.Experiment;
using Load.Metrics;
using static Load.Units.SignificantDigits;

namespace Load.Results.Building;

/// <summary>Slices as the result file has them.</summary>
internal static class TrialSummary
{
    /// <param name="slice">Of one variant.</param>
    /// <param name="rate">Successful responses a second.</param>
    public static RoundResult Summarize(Trial slice, double rate) => new(
        slice.Round,
        slice.Slot,
        Short(slice.StartSeconds),
        slice.Recorded.Tally.Requests,
        Short(rate),
        [.. slice.Recorded.Heat.Columns().Select(column => column.Sum() / HeatMap.ColumnWidth.TotalSeconds)],
        LatencySummary.At(slice.Recorded.Tally.Latency, 0.5),
        LatencySummary.At(slice.Recorded.Tally.Latency, 0.99),
        slice.Usage.Processes.Keys.ToDictionary(process => process, process => Short(slice.CpuMs(process))));

    public static string HeatOf(IEnumerable<Trial> slices) => string.Join(
        '|', slices.SelectMany(slice => slice.Recorded.Heat.Columns()).Select(column => string.Join(' ', column)));
}
