using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws the result of <c>load run</c>.</summary>
internal sealed class RunView(Result result, ConsoleView console, int width)
{
    private const int WidestBar = 48;
    private const int NarrowestBar = 8;
    private const int WidthBesideBar = 36;
    private const int WidestIndentation = 18;
    private const int ShortestNameColumn = 12;

    // If the mean time for which a connection was busy is less than 98 % of the run, the output shows this time,
    // because the goodput is calculated over it.
    private const double MaxBusyShareToShow = 0.98;
    private static readonly double[] Quantiles = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999];

    private readonly VariantResult _run = result.Variants[0];
    private readonly int _barWidth = Math.Clamp(width - WidthBesideBar, NarrowestBar, WidestBar);
    private readonly MeasuredValueStyles _styles = new(result);

    // A run with phases has a table with a row for each phase, so the table of response time, service time and schedule
    // delay for the whole run is left out.
    private bool HasOpenLoopLatencies => _run.Planned is not null && _run.Phases is null;

    /// <summary>Draws the result of the run.</summary>
    public ConsoleView Draw()
    {
        console.AddLine();
        if (_run.Capacity is { } capacity)
            new CapacityView(capacity, _styles, console).Draw();
        if (_run.Steps is { Count: > 0 } steps)
            new StepsView(steps, _styles, console).Draw();
        DrawTotals();
        DrawStatuses();
        new FailuresView(_run, _styles, console).Draw();
        if (_run.Phases is { } phases)
            new RunPartsView(phases, _styles, console).Draw("phase");
        if (_run.Kinds is { } kinds)
            new RunPartsView(kinds, _styles, console).Draw("request");
        if (_run.Bursts is { Count: > 0 } bursts)
            new BurstView(bursts, _styles, console).Draw();
        else
            DrawPercentiles();
        new TimingsView(_run, _styles, console).Draw();
        if (HasOpenLoopLatencies)
            new OpenLoopLatencyView(result, _styles, console).Draw();
        DrawProcesses();
        if (_run.Traces is { } traces)
            DrawSlowest(traces);
        return console;
    }

    private void DrawSlowest(IReadOnlyList<TraceResult> traces)
    {
        console.AddLine("  the slowest requests; show --trace draws their spans", ConsoleStyles.Dimmed);
        foreach (var trace in traces)
        {
            console.AddLine(
                $"  {FormatNumber(trace.LatencyMs)} ms  {trace.Request}  {trace.Outcome}  trace {trace.TraceId}");
        }

        console.AddLine();
    }

    private void DrawTotals()
    {
        var (latency, seconds) = (_run.Latency, _run.MeasuredS ?? result.DurationS);
        var megabytes = _run.Bytes / 1e6 / (_run.Throughput.BusyS ?? seconds);
        var workload = result.Workload ?? $"{result.Model.Kind} loop";
        console.Add("  requests      ", ConsoleStyles.Dimmed)
            .Add($"{FormatCount(_run.Requests)} in {FormatSeconds(seconds)}", _styles.OrdinaryValue)
            .AddLine($", {result.Model.FormatConnections()}, {workload}", _styles.OrdinaryValue)
            .Add("  goodput       ", ConsoleStyles.Dimmed)
            .Add($"{FormatNumber(_run.Throughput.Median)} req/s", _styles.ImportantValue)
            .AddLine($"   {FormatNumber(megabytes)} MB/s received", _styles.OrdinaryValue);

        // The goodput is calculated over the time for which connections were busy. The output shows this time only if
        // it is clearly shorter than the run because a few responses came long after the others.
        if (_run.Throughput.BusyS is { } busy && busy < MaxBusyShareToShow * seconds)
        {
            console.Add("  time base     ", ConsoleStyles.Dimmed)
                .AddLine($"{FormatSeconds(busy)}, the mean time for which a connection was busy", _styles.OrdinaryValue);
        }

        console.Add("  latency       ", ConsoleStyles.Dimmed)
            .Add($"min {FormatNumber(latency.Min)} · mean {FormatNumber(latency.Mean)}", _styles.OrdinaryValue)
            .AddLine($" · max {FormatNumber(latency.Max)} ms", _styles.OrdinaryValue)
            .AddLine();
    }

    private void DrawStatuses()
    {
        console.AddLine("  status", ConsoleStyles.Dimmed);
        foreach (var (status, count) in _run.Statuses)
        {
            var isExpected = OutcomeCounts.IsExpectedStatus(status, _run.UnexpectedStatuses);
            var (mark, style) = isExpected ? ("✓", ConsoleStyles.PassedCheck)
                : status.StartsWith('5') ? ("✗", ConsoleStyles.FailedCheck)
                : ("▲", ConsoleStyles.SlowerVariant);
            var share = (double)count / _run.Requests;
            var bar = TextBars.DrawBar(share, _barWidth).PadRight(_barWidth);
            console.Add($"    {mark} {status}", style)
                .AddLine($"{FormatCount(count),12}   {bar}  {share * 100:0.00} %", _styles.OrdinaryValue);
        }

        if (_run.CheckFailures > 0)
        {
            var count = FormatCount(_run.CheckFailures);
            console.AddLine(
                $"    ✗ check failed {count}: the status was expected, but the body failed a check",
                ConsoleStyles.FailedCheck);
        }
    }

    private void DrawProcesses()
    {
        var rows = ProcessTable.CreateRows(result);
        if (rows.Count == 0)
            return;
        if (HasOpenLoopLatencies)
            console.AddLine();
        var nameWidth = Math.Max(ShortestNameColumn, rows.Max(row => row[0].Length));
        var fullWidth = 2 + nameWidth + ProcessTable.Headings.Sum(heading => 2 + heading.Length);
        int[] columns =
        [
            .. Enumerable.Range(0, ProcessTable.Headings.Count)
                .Where(i => fullWidth <= width || rows.Any(row => row[i + 1] != NotMeasured)),
        ];
        var headings = columns.Select(i => $"  {ProcessTable.Headings[i]}");
        console.AddLine($"  {"process".PadRight(nameWidth)}{string.Concat(headings)}", ConsoleStyles.Dimmed);
        foreach (var row in rows)
        {
            var cells = columns.Select(i => "  " + row[i + 1].PadLeft(ProcessTable.Headings[i].Length));
            console.AddLine($"  {row[0].PadRight(nameWidth)}{string.Concat(cells)}", _styles.OrdinaryValue);
        }

        console.AddLine();
    }

    private void DrawPercentiles()
    {
        var values = Quantiles.Select(_run.Latency.GetQuantile).ToArray();
        if (_run.Latency.Max is null)
            return;
        var measured = values.OfType<double>().DefaultIfEmpty(1).ToArray();
        var (low, high) = (measured[0] / 2, measured[^1]);
        console.AddLine("  percentiles", ConsoleStyles.Dimmed);
        foreach (var (quantile, ms) in Quantiles.Zip(values))
        {
            console.Add($"  {quantile * 100,7:0.##} %   below  ", _styles.OrdinaryValue)
                .Add($"{FormatNumber(ms),6}", quantile is 0.5 or 0.99 ? _styles.ImportantValue : _styles.OrdinaryValue);
            if (ms is { } value)
            {
                var bar = TextBars.DrawBar(Math.Log(value / low) / Math.Log(high / low), _barWidth);
                console.Add(" ms   ", _styles.OrdinaryValue).Add(bar, _styles.Bar);
            }

            console.AddLine();
        }

        var legend = "Bars are logarithmic. – means that fewer than 10 requests took longer.";
        var indentation = Math.Clamp(width - legend.Length, 2, WidestIndentation);
        console.AddLine(new string(' ', indentation) + legend, ConsoleStyles.Dimmed).AddLine();
    }
}
