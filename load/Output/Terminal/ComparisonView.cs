using Load.Output.Words;
using Load.Results;
using Load.Target;
using Load.Terminal;
using Load.Validity;

namespace Load.Output.Terminal;

/// <summary>Draws the result of a comparison: the summary, the verdicts, the costs and the validity.</summary>
/// <param name="result">The result of the comparison.</param>
/// <param name="console">The view to draw on.</param>
/// <param name="width">The width of the terminal in characters.</param>
internal sealed class ComparisonView(Result result, ConsoleView console, int width)
{
    private const int FullWidth = 100;
    private const int TextWidth = 78;
    private const int CpuGroupWidth = 20;
    private const int AllocatedGroupWidth = 24;
    private const int LongestProcessName = 8;
    private const int MaxProcesses = 2;
    private readonly RankingMetric _rankingMetric = new(result);
    private readonly VariantColumns _columns = new(result);
    private readonly VariantResult[] _rows = [.. new RankingMetric(result).OrderVariants()];

    /// <summary>Draws the result of the comparison.</summary>
    public ConsoleView Draw()
    {
        var validity = new ValidityView(result, console);
        var isInvalid = result.Validity.State == RunValidity.InvalidState;
        console.AddLine();
        if (isInvalid)
            validity.DrawInvalid();
        else
            console.AddLine(ResultSummary.Format(result), ConsoleStyles.Bold).AddLine();

        DrawVerdicts();
        DrawNoise();
        DrawDesign();
        DrawCosts();
        DrawTarget();
        DrawConnectionsAndMemory();
        new BaselineComparisonView(result, console).Draw();
        if (!isInvalid)
            validity.DrawValid();
        return console;
    }

    private void DrawVerdicts() => DrawTable(
    [
        _columns.Name(),
        _columns.Goodput(),
        .. width < FullWidth ? Array.Empty<TableColumn>() : [_columns.IntervalBar()],
        _columns.Ratio(_rankingMetric.RatioHeading, _rankingMetric.GetRatio),
        _columns.Verdict(_rankingMetric.GetRatio),
    ]);

    private void DrawNoise()
    {
        if (_rankingMetric.Noise is { } noise)
        {
            var interval = VerdictLabels.FormatInterval(noise);
            console.AddLine($"  {result.Baseline} against itself: {interval}", ConsoleStyles.Dimmed).AddLine();
        }
    }

    private void DrawDesign()
    {
        if (DuetText.Format(result) is not { } text)
            return;
        foreach (var line in TextLines.Wrap(text, TextWidth))
            console.AddLine($"  {line}");
        console.AddLine();
    }

    private void DrawCosts()
    {
        var names = _columns.Name();
        string[] processes = [.. _rows[0].Processes.Keys.Where(IsMeasured).Take(MaxProcesses)];
        console.Add("  " + "latency, ms".PadLeft(35 - names.Width), ConsoleStyles.Dimmed);
        if (processes.Length > 0)
        {
            console.Add("CPU, ms/request".PadLeft(CpuGroupWidth), ConsoleStyles.Dimmed)
                .Add("allocated, kB/request".PadLeft(AllocatedGroupWidth), ConsoleStyles.Dimmed);
        }

        console.AddLine();
        DrawTable(
        [
            names,
            _columns.Latency("p50", latency => latency.P50),
            _columns.Latency("p90", latency => latency.P90),
            _columns.Latency("p99", latency => latency.P99, isStrong: true),
            _columns.Latency("p99.9", latency => latency.P999),
            _columns.Latency("max", latency => latency.Max),
            .. CreateGroup(processes, CpuGroupWidth, usage => usage.CpuMs, isStrong: true),
            .. CreateGroup(processes, AllocatedGroupWidth, usage => usage.AllocKb, isStrong: false),
        ]);
    }

    // The table has a group of columns for each cost of a request, such as CPU time. A group has a column for each
    // monitored process, and its first column takes the width that the other columns of the group leave.
    private IEnumerable<TableColumn> CreateGroup(
        string[] processes, int groupWidth, Func<ProcessResult, double?> getFigure, bool isStrong) =>
        processes.Select((process, i) => _columns.CreateProcessColumn(
            process.Length > LongestProcessName ? $"{process[..(LongestProcessName - 1)]}…" : process,
            process,
            getFigure,
            i == 0 ? groupWidth - 2 - (LongestProcessName + 2) * (processes.Length - 1) : LongestProcessName,
            isStrong && process == MonitoredProcess.Target));

    private void DrawTarget()
    {
        if (IsMeasured(MonitoredProcess.Target))
        {
            DrawTable(
            [
                _columns.Name(MonitoredProcess.Target),
                .. _rankingMetric.IsCpu ? Array.Empty<TableColumn>() : CreateCpuRatio(),
                _columns.CreateWholeNumberColumn("connections", MonitoredProcess.Target, usage => usage.ConnectionsOpened, 11),
                _columns.CreateWholeNumberColumn("pool threads", MonitoredProcess.Target, usage => usage.PoolThreads, 12),
                _columns.Errors(),
            ]);
        }
        else if (_rows.Any(variant => variant.Errors > 0))
        {
            DrawTable([_columns.Name(), _columns.Errors()]);
        }
    }

    // The terminal shows a table of connections and memory for each monitored process whose memory was read again after
    // a cool-down.
    private void DrawConnectionsAndMemory()
    {
        string[] processes = [.. _rows[0].Processes.Keys.Where(process =>
            _rows.Any(variant => variant.Processes.GetValueOrDefault(process)?.WorkingSetAfterMb is not null))];
        foreach (var process in processes)
            DrawTable([_columns.Name(process), .. _columns.ConnectionsAndMemory(process)]);
    }

    private TableColumn[] CreateCpuRatio() =>
    [
        _columns.Ratio(_rankingMetric.CpuRatioHeading, variant => variant.CpuRatio),
        _columns.Verdict(variant => variant.CpuRatio),
    ];

    private void DrawTable(TableColumn[] columns)
    {
        var headings = string.Join("  ", columns.Select(column => column.Pad(column.Heading)));
        console.AddLine("  " + headings.TrimEnd(), ConsoleStyles.Dimmed);
        foreach (var row in _rows)
        {
            foreach (var column in columns[..^1])
                console.Add("  ").Add(column.Pad(column.GetText(row)), column.GetStyle?.Invoke(row));
            var last = columns[^1];
            console.Add("  ").AddLine(last.Pad(last.GetText(row)).TrimEnd(), last.GetStyle?.Invoke(row));
        }

        console.AddLine();
    }

    private bool IsMeasured(string process) =>
        _rows.Any(variant => variant.Processes.GetValueOrDefault(process) is not null);
}
