using Load.Recording;
using Load.Running;
using Load.Sending;
using static Load.Reporting.Figures;

namespace Load.Reporting.Terminal;

/// <summary>The result of <c>load run</c>.</summary>
internal sealed class RunSheet(Ran ran, Workload workload, Sheet sheet)
{
    private const int BarWidth = 48;

    private static readonly double[] Quantiles = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999];

    private readonly Tally _tally = ran.Recorded.Tally;

    public Sheet Draw()
    {
        sheet.Line();
        Totals();
        Statuses();
        if (ran.Recorded.Bursts.Count > 0)
            new BurstSheet(ran.Recorded.Bursts, sheet).Draw();
        else
            Percentiles();
        if (ran.Recorded.Arrivals is { } arrivals && workload is OpenWorkload open)
            new ClockSheet(_tally.Latency, arrivals, open, sheet).Draw(ran.Recorded.Seconds);
        return sheet;
    }

    private void Totals()
    {
        var (latency, seconds) = (_tally.Latency, ran.Recorded.Seconds);
        sheet.Add("  requests      ", Tint.Dim)
            .Line($"{Count(_tally.Requests)} in {Seconds(seconds)}, {workload.Connections} connections, {workload.Text}")
            .Add("  throughput    ", Tint.Dim)
            .Add($"{Figure(_tally.Successes / seconds)} req/s", Tint.Strong)
            .Line($"   {Figure(_tally.Bytes / 1e6 / seconds)} MB/s in")
            .Add("  latency       ", Tint.Dim)
            .Add($"min {Figure(Latencies.Min(latency))} · mean {Figure(Latencies.Mean(latency))}")
            .Line($" · max {Figure(Latencies.Max(latency))} ms")
            .Line();
    }

    private void Statuses()
    {
        sheet.Line("  status", Tint.Dim);
        foreach (var (status, count) in _tally.Statuses())
        {
            var (mark, tint) = status switch
            {
                < 300 => ("✓", Tint.Good),
                < 500 => ("▲", Tint.Slower),
                _ => ("✗", Tint.Bad),
            };
            var share = (double)count / _tally.Requests;
            sheet.Add($"    {mark} {status}", tint)
                .Line($"{Count(count),9}   {Bars.Of(share, BarWidth).PadRight(BarWidth)}  {share * 100:0.00} %");
        }

        if (_tally.CheckFailures > 0)
            sheet.Line($"    ✗ check failed {Count(_tally.CheckFailures)} of those with an expected status", Tint.Bad);

        var kinds = Enum.GetValues<TransportError>();
        sheet.Line("  transport errors", Tint.Dim).Add("    ");
        foreach (var kind in kinds.Where(kind => _tally.CountOf(kind) > 0))
            sheet.Add($"✗ {kind.Name()} {Count(_tally.CountOf(kind))}   ", Tint.Bad);
        var none = kinds.Where(kind => _tally.CountOf(kind) == 0).Select(kind => $"{kind.Name()} 0");
        sheet.Line(string.Join(" · ", none), Tint.Dim).Line();
    }

    private void Percentiles()
    {
        var values = Quantiles.Select(quantile => Latencies.At(_tally.Latency, quantile)).ToArray();
        var measured = values.OfType<double>().DefaultIfEmpty(1).ToArray();
        var (low, high) = (measured[0] / 2, measured[^1]);
        sheet.Line("  percentiles", Tint.Dim);
        foreach (var (quantile, ms) in Quantiles.Zip(values))
        {
            sheet.Add($"  {quantile * 100,7:0.##} %   below  ")
                .Add($"{Figure(ms),6}", quantile is 0.5 or 0.99 ? Tint.Strong : null);
            if (ms is { } value)
                sheet.Add(" ms   ").Add(Bars.Of(Math.Log(value / low) / Math.Log(high / low), BarWidth), Tint.Faster);
            sheet.Line();
        }

        sheet.Line("                  bars are logarithmic; – has fewer than 10 requests beyond it", Tint.Dim).Line();
    }
}
