using Load.Recording;
using static Load.Reporting.Figures;

namespace Load.Reporting.Terminal;

/// <summary>A line for each burst.</summary>
internal sealed class BurstSheet(IReadOnlyList<Burst> bursts, Sheet sheet)
{
    public void Draw()
    {
        sheet.Line("     burst     time, s    req/s      p50      p99      max   ms   errors", Tint.Dim);
        foreach (var (tally, duration) in bursts)
        {
            sheet.Add($"{Count(tally.Requests),10}{Figure(duration.TotalSeconds),12}")
                .Add($"{Figure(tally.Successes / duration.TotalSeconds),9}", Tint.Strong)
                .Add($"{Figure(Latencies.OfAll(tally.Latency, 0.5)),9}")
                .Add($"{Figure(Latencies.OfAll(tally.Latency, 0.99)),9}", Tint.Strong)
                .Add($"{Figure(Latencies.Max(tally.Latency)),9}{Count(tally.Errors),14}");
            sheet.Line(tally.Errors > 0 ? $"   {tally.FailuresText()}" : "", Tint.Bad);
        }

        sheet.Line("  from the release of the burst to each reply", Tint.Dim).Line();
    }
}
