using Load.Comparing;
using Load.Recording;
using Load.Reporting.Model;
using Load.Scraping;
using static Load.Reporting.Figures;

namespace Load.Reporting;

/// <summary>Slices as the result file has them.</summary>
internal static class Rounds
{
    /// <param name="slice">Of one variant.</param>
    /// <param name="rate">Successful responses a second.</param>
    public static RoundResult Of(Slice slice, double rate) => new(
        slice.Round,
        slice.Slot,
        Short(slice.StartSeconds),
        slice.Recorded.Tally.Requests,
        Short(rate),
        [.. slice.Recorded.Heat.Columns().Select(column => column.Sum() / HeatMap.ColumnWidth.TotalSeconds)],
        Latencies.At(slice.Recorded.Tally.Latency, 0.5),
        Latencies.At(slice.Recorded.Tally.Latency, 0.99),
        Short(slice.CpuMs(Tier.FrontEnd)),
        Short(slice.CpuMs(Tier.BackEnd)));

    public static string HeatOf(IEnumerable<Slice> slices) => string.Join(
        '|', slices.SelectMany(slice => slice.Recorded.Heat.Columns()).Select(column => string.Join(' ', column)));
}
