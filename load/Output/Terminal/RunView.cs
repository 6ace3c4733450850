using Load.Http;
using Load.Results;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>The result of <c>load run</c>.</summary>
internal sealed class RunView(Result result, ConsoleView sheet)
{
    private const int BarWidth = 48;

    private static readonly double[] Quantiles = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999];

    private readonly VariantResult _run = result.Variants[0];
    private readonly FigureStyles _tint = new(result);

    public ConsoleView Draw()
    {
        sheet.Line();
        Totals();
        Statuses();
        TransportErrors();
        if (_run.Phases is { } phases)
            new PartsView(phases, _tint, sheet).Draw("phase");
        if (_run.Kinds is { } kinds)
            new PartsView(kinds, _tint, sheet).Draw("request");
        if (_run.Bursts is { Count: > 0 } bursts)
            new BurstView(bursts, _tint, sheet).Draw();
        else
            Percentiles();
        if (_run.Planned is not null && _run.Phases is null)
            new ClockView(result, _tint, sheet).Draw();
        DrawProcesses();
        return sheet;
    }

    private void Totals()
    {
        var (latency, seconds) = (_run.Latency, _run.MeasuredS ?? result.DurationS);
        var how = result.Workload ?? $"{result.Model.Kind} loop";
        sheet.Add("  requests      ", ConsoleStyles.Dim)
            .Line($"{FormatCount(_run.Requests)} in {FormatSeconds(seconds)}, {result.Model.Connections} connections, {how}", _tint.Plain)
            .Add("  throughput    ", ConsoleStyles.Dim)
            .Add($"{FormatNumber(_run.Throughput.Median)} req/s", _tint.Strong)
            .Line($"   {FormatNumber(_run.Bytes / 1e6 / seconds)} MB/s in", _tint.Plain)
            .Add("  latency       ", ConsoleStyles.Dim)
            .Add($"min {FormatNumber(latency.Min)} · mean {FormatNumber(latency.Mean)} · max {FormatNumber(latency.Max)} ms", _tint.Plain)
            .Line()
            .Line();
    }

    private void Statuses()
    {
        sheet.Line("  status", ConsoleStyles.Dim);
        foreach (var (status, count) in _run.Statuses)
        {
            var (mark, tint) = OutcomeCounts.IsExpected(status, _run.Unexpected) ? ("✓", ConsoleStyles.Good)
                : status.StartsWith('5') ? ("✗", ConsoleStyles.Bad)
                : ("▲", ConsoleStyles.Slower);
            var share = (double)count / _run.Requests;
            var bar = TextBars.Draw(share, BarWidth).PadRight(BarWidth);
            sheet.Add($"    {mark} {status}", tint).Line($"{FormatCount(count),12}   {bar}  {share * 100:0.00} %", _tint.Plain);
        }

        if (_run.CheckFailures > 0)
            sheet.Line($"    ✗ check failed {FormatCount(_run.CheckFailures)} of those with an expected status", ConsoleStyles.Bad);
    }

    private void TransportErrors()
    {
        sheet.Line("  transport errors", ConsoleStyles.Dim).Add("    ");
        foreach (var (kind, count) in _run.TransportErrors)
            sheet.Add($"✗ {kind} {FormatCount(count)}   ", ConsoleStyles.Bad);
        var none = Enum.GetValues<TransportError>()
            .Select(kind => kind.GetName())
            .Where(kind => !_run.TransportErrors.ContainsKey(kind))
            .Select(kind => $"{kind} 0");
        sheet.Line(string.Join(" · ", none), ConsoleStyles.Dim).Line();
    }

    private void DrawProcesses()
    {
        var tiers = ProcessTable.CreateRows(result);
        if (tiers.Count == 0)
            return;
        if (_run.Planned is not null && _run.Phases is null)
            sheet.Line();
        sheet.Line("  tier        " + string.Concat(ProcessTable.Headings.Select(heading => $"  {heading}")), ConsoleStyles.Dim);
        foreach (var tier in tiers)
        {
            var cells = ProcessTable.Headings.Zip(tier.Skip(1), (heading, cell) => "  " + cell.PadLeft(heading.Length));
            sheet.Line($"  {tier[0],-12}{string.Concat(cells)}", _tint.Plain);
        }

        sheet.Line();
    }

    private void Percentiles()
    {
        var values = Quantiles.Select(_run.Latency.At).ToArray();
        var measured = values.OfType<double>().DefaultIfEmpty(1).ToArray();
        var (low, high) = (measured[0] / 2, measured[^1]);
        sheet.Line("  percentiles", ConsoleStyles.Dim);
        foreach (var (quantile, ms) in Quantiles.Zip(values))
        {
            sheet.Add($"  {quantile * 100,7:0.##} %   below  ", _tint.Plain)
                .Add($"{FormatNumber(ms),6}", quantile is 0.5 or 0.99 ? _tint.Strong : _tint.Plain);
            if (ms is { } value)
            {
                var bar = TextBars.Draw(Math.Log(value / low) / Math.Log(high / low), BarWidth);
                sheet.Add(" ms   ", _tint.Plain).Add(bar, _tint.Bar);
            }

            sheet.Line();
        }

        sheet.Line("                  bars are logarithmic; – has fewer than 10 requests beyond it", ConsoleStyles.Dim).Line();
    }
}
