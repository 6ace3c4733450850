using Load.Results;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>Draws the result of <c>load run</c>.</summary>
internal sealed class RunView(Result result, ConsoleView console)
{
    private const int BarWidth = 48;
    private const int ShortestNameColumn = 12;

    // If connections were busy for a smaller share of the whole time, the time base of the goodput is shown.
    private const double NotableTimeBase = 0.98;
    private static readonly double[] Quantiles = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999];

    private readonly VariantResult _run = result.Variants[0];
    private readonly FigureStyles _styles = new(result);

    // A run with phases has a table with a row for each phase, so the table of response time, service time and schedule
    // delay for the whole run is left out.
    private bool HasClocks => _run.Planned is not null && _run.Phases is null;

    /// <summary>Draws the result of the run.</summary>
    public ConsoleView Draw()
    {
        console.Line();
        if (_run.Capacity is { } capacity)
            new CapacityView(capacity, _styles, console).Draw();
        if (_run.Steps is { Count: > 0 } steps)
            new StepsView(steps, _styles, console).Draw();
        DrawTotals();
        DrawStatuses();
        new FailuresView(_run, _styles, console).Draw();
        if (_run.Phases is { } phases)
            new PartsView(phases, _styles, console).Draw("phase");
        if (_run.Kinds is { } kinds)
            new PartsView(kinds, _styles, console).Draw("request");
        if (_run.Bursts is { Count: > 0 } bursts)
            new BurstView(bursts, _styles, console).Draw();
        else
            DrawPercentiles();
        new TimingsView(_run, _styles, console).Draw();
        if (HasClocks)
            new ClockView(result, _styles, console).Draw();
        DrawProcesses();
        return console;
    }

    private void DrawTotals()
    {
        var (latency, seconds) = (_run.Latency, _run.MeasuredS ?? result.DurationS);
        var megabytes = _run.Bytes / 1e6 / (_run.Throughput.BusyS ?? seconds);
        var workload = result.Workload ?? $"{result.Model.Kind} loop";
        console.Add("  requests      ", ConsoleStyles.Dim)
            .Add($"{FormatCount(_run.Requests)} in {FormatSeconds(seconds)}", _styles.Plain)
            .Line($", {result.Model.FormatConnections()}, {workload}", _styles.Plain)
            .Add("  goodput       ", ConsoleStyles.Dim)
            .Add($"{FormatNumber(_run.Throughput.Median)} req/s", _styles.Strong)
            .Line($"   {FormatNumber(megabytes)} MB/s received", _styles.Plain);

        // The time base is shown only if it differs from the whole time: a few responses came long after the others.
        if (_run.Throughput.BusyS is { } busy && busy < NotableTimeBase * seconds)
        {
            console.Add("  time base     ", ConsoleStyles.Dim)
                .Line($"{FormatSeconds(busy)}, the mean time for which a connection was busy", _styles.Plain);
        }

        console.Add("  latency       ", ConsoleStyles.Dim)
            .Add($"min {FormatNumber(latency.Min)} · mean {FormatNumber(latency.Mean)}", _styles.Plain)
            .Line($" · max {FormatNumber(latency.Max)} ms", _styles.Plain)
            .Line();
    }

    private void DrawStatuses()
    {
        console.Line("  status", ConsoleStyles.Dim);
        foreach (var (status, count) in _run.Statuses)
        {
            var (mark, style) = OutcomeCounts.IsExpected(status, _run.Unexpected) ? ("✓", ConsoleStyles.Good)
                : status.StartsWith('5') ? ("✗", ConsoleStyles.Bad)
                : ("▲", ConsoleStyles.Slower);
            var share = (double)count / _run.Requests;
            var bar = TextBars.DrawBar(share, BarWidth).PadRight(BarWidth);
            console.Add($"    {mark} {status}", style)
                .Line($"{FormatCount(count),12}   {bar}  {share * 100:0.00} %", _styles.Plain);
        }

        if (_run.CheckFailures > 0)
        {
            var count = FormatCount(_run.CheckFailures);
            console.Line($"    ✗ check failed {count} of those with an expected status", ConsoleStyles.Bad);
        }
    }

    private void DrawProcesses()
    {
        var rows = ProcessTable.CreateRows(result);
        if (rows.Count == 0)
            return;
        if (HasClocks)
            console.Line();
        var headings = ProcessTable.Headings.Select(heading => $"  {heading}");
        var width = Math.Max(ShortestNameColumn, rows.Max(row => row[0].Length));
        console.Line($"  {"process".PadRight(width)}{string.Concat(headings)}", ConsoleStyles.Dim);
        foreach (var row in rows)
        {
            var cells = ProcessTable.Headings.Zip(row.Skip(1), (heading, cell) => "  " + cell.PadLeft(heading.Length));
            console.Line($"  {row[0].PadRight(width)}{string.Concat(cells)}", _styles.Plain);
        }

        console.Line();
    }

    private void DrawPercentiles()
    {
        var values = Quantiles.Select(_run.Latency.GetQuantile).ToArray();
        if (_run.Latency.Max is null)
            return;
        var measured = values.OfType<double>().DefaultIfEmpty(1).ToArray();
        var (low, high) = (measured[0] / 2, measured[^1]);
        console.Line("  percentiles", ConsoleStyles.Dim);
        foreach (var (quantile, ms) in Quantiles.Zip(values))
        {
            console.Add($"  {quantile * 100,7:0.##} %   below  ", _styles.Plain)
                .Add($"{FormatNumber(ms),6}", quantile is 0.5 or 0.99 ? _styles.Strong : _styles.Plain);
            if (ms is { } value)
            {
                var bar = TextBars.DrawBar(Math.Log(value / low) / Math.Log(high / low), BarWidth);
                console.Add(" ms   ", _styles.Plain).Add(bar, _styles.Bar);
            }

            console.Line();
        }

        var legend = "Bars are logarithmic. – means that fewer than 10 requests took longer.";
        console.Line($"                  {legend}", ConsoleStyles.Dim).Line();
    }
}
