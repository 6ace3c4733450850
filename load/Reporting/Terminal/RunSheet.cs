using Load.Checking;
using Load.Recording;
using Load.Sending;
using static Load.Reporting.Figures;

namespace Load.Reporting.Terminal;

/// <summary>The result of <c>load run</c>.</summary>
internal sealed class RunSheet(Recorder recorded, int connections, Sheet sheet)
{
    private const int BarWidth = 48;

    private static readonly double[] Quantiles = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999];

    private readonly Tally _tally = recorded.Tally;

    public Sheet Draw(IReadOnlyList<Check> checks, bool cutShort)
    {
        var latency = _tally.Latency;
        var rate = recorded.Seconds > 0 ? _tally.Successes / recorded.Seconds : 0;
        var megabytes = recorded.Seconds > 0 ? _tally.Bytes / 1e6 / recorded.Seconds : 0;
        sheet.Line()
            .Add("  requests      ", Tint.Dim).Line($"{Count(_tally.Requests)} in {Seconds(recorded.Seconds)}, {connections} connections, closed loop")
            .Add("  throughput    ", Tint.Dim).Add($"{Figure(rate)} req/s", Tint.Strong).Line($"   {Figure(megabytes)} MB/s in")
            .Add("  latency       ", Tint.Dim).Line($"min {Figure(Latencies.Min(latency))} · mean {Figure(Latencies.Mean(latency))} · max {Figure(Latencies.Max(latency))} ms")
            .Line();
        Statuses();
        Percentiles();
        Verdict(checks, cutShort);
        return sheet;
    }

    private void Statuses()
    {
        sheet.Line("  status", Tint.Dim);
        foreach (var (status, count) in _tally.Statuses())
        {
            var (mark, tint) = status switch { < 300 => ("✓", Tint.Good), < 500 => ("▲", Tint.Slower), _ => ("✗", Tint.Bad) };
            var share = (double)count / _tally.Requests;
            sheet.Add($"    {mark} {status}", tint)
                .Line($"{Count(count).PadLeft(9)}   {Bars.Of(share, BarWidth).PadRight(BarWidth)}  {share * 100:0.00} %");
        }

        sheet.Line("  transport errors", Tint.Dim).Add("   ");
        foreach (var kind in Enum.GetValues<TransportError>())
        {
            var count = _tally.CountOf(kind);
            sheet.Add(count > 0 ? " ✗ " : " ", Tint.Bad).Add($"{kind.Name()} {Count(count)} ", count > 0 ? Tint.Bad : Tint.Dim);
        }

        sheet.Line().Line();
    }

    private void Percentiles()
    {
        var values = Quantiles.Select(q => Latencies.At(_tally.Latency, q)).ToArray();
        var (low, high) = (values.OfType<double>().DefaultIfEmpty(1).Min() / 2, values.OfType<double>().DefaultIfEmpty(1).Max());
        sheet.Line("  percentiles", Tint.Dim);
        foreach (var (quantile, ms) in Quantiles.Zip(values))
        {
            sheet.Add($"  {quantile * 100,7:0.##} %   below  ")
                .Add($"{Figure(ms),6}", quantile is 0.5 or 0.99 ? Tint.Strong : null)
                .Line(ms is { } value ? " ms   " + Bars.Of(Math.Log(value / low) / Math.Log(high / low), BarWidth) : "", Tint.Faster);
        }

        sheet.Line("  bars are logarithmic; – has fewer than 10 requests beyond it".PadLeft(81), Tint.Dim).Line();
    }

    private void Verdict(IReadOnlyList<Check> checks, bool cutShort)
    {
        sheet.Add("! ", Tint.Slower).Line("closed loop: stalls are under-counted");
        var failed = checks.Where(check => check.State == CheckState.Fail).ToArray();
        foreach (var check in failed)
            sheet.Add("✗ ", Tint.Bad).Line($"{check.Label}: {check.Value}, limit {check.Limit}: {check.Cure}");
        foreach (var note in checks.Where(check => check.State == CheckState.Note))
            sheet.Add("! ", Tint.Slower).Line(ValiditySheet.Note(note));
        var facts = ValiditySheet.Facts(checks);
        if (failed.Length > 0)
            sheet.Add(" INVALID ", Tint.Invalid).Line("  Do not quote these figures.", Tint.Strong);
        else if (cutShort)
            sheet.Add("! CUT SHORT ", Tint.Slower).Line(facts);
        else
            sheet.Add("✓ VALID ", Tint.Good).Line(facts);
    }
}
