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
        slice.Position,
        RoundToFiveDigits(slice.StartSeconds),
        slice.Measurement.Counters.Requests,
        RoundToFiveDigits(rate),
        [.. slice.Measurement.HeatMap.GetColumns().Select(column => column.Sum() / HeatMap.ColumnWidth.TotalSeconds)],
        LatencySummary.At(slice.Measurement.Counters.Latency, 0.5),
        LatencySummary.At(slice.Measurement.Counters.Latency, 0.99),
        slice.Usage.Processes.Keys.ToDictionary(process => process, process => RoundToFiveDigits(slice.GetCpuMs(process))));

    public static string HeatOf(IEnumerable<Trial> slices) => string.Join(
        '|', slices.SelectMany(slice => slice.Measurement.HeatMap.GetColumns()).Select(column => string.Join(' ', column)));
}
