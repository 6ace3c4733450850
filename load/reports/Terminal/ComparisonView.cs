namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws the result of a comparison: the summary, the verdicts, the costs and the validity.</summary>
internal sealed class ComparisonView(Result result, ConsoleView console, int width)
{
    private const int TextWidth = 78;
    private const int LongestProcessName = 8;
    private const int MaxProcesses = 2;
    private static readonly ColumnGroup LatencyGroup = new("latency, ms", 13);
    private static readonly ColumnGroup CpuGroup = new("CPU, ms/request", 20);
    private static readonly ColumnGroup AllocatedGroup = new("allocated, kB/request", 24);
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
        new BaselineComparisonView(result, console, width).Draw();
        if (!isInvalid)
            validity.DrawValid();
        return console;
    }

    private void DrawVerdicts() => DrawTable(
    [
        _columns.Name(),
        _columns.Goodput(),
        _columns.IntervalBar() with { DropRank = 1 },
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
        foreach (var line in TextLines.Wrap(text, Math.Min(TextWidth, width - 2)))
            console.AddLine($"  {line}");
        console.AddLine();
    }

    private void DrawCosts()
    {
        string[] processes = [.. _rows[0].Processes.Keys.Where(IsMeasured).Take(MaxProcesses)];
        TableColumn[] latencies =
        [
            _columns.Latency("p50", latency => latency.P50),
            _columns.Latency("p90", latency => latency.P90) with { DropRank = 5 },
            _columns.Latency("p99", latency => latency.P99, isStrong: true),
            _columns.Latency("p99.9", latency => latency.P999) with { DropRank = 4 },
            _columns.Latency("max", latency => latency.Max) with { DropRank = 3 },
        ];
        DrawTable(
        [
            _columns.Name(),
            .. latencies.Select(column => column with { Group = LatencyGroup }),
            .. CreateGroup(processes, CpuGroup, usage => usage.CpuMs, isStrong: true),
            .. CreateGroup(processes, AllocatedGroup, usage => usage.AllocKb, isStrong: false)
                .Select(column => column with { DropRank = 1 }),
        ]);
    }

    // The table has a group of columns for each cost of a request, such as CPU time. A group has a column for each
    // monitored process.
    private IEnumerable<TableColumn> CreateGroup(
        string[] processes, ColumnGroup group, Func<ProcessResult, double?> getFigure, bool isStrong) =>
        processes.Select(process => _columns.CreateProcessColumn(
            process.Length > LongestProcessName ? $"{process[..(LongestProcessName - 1)]}…" : process,
            process,
            getFigure,
            LongestProcessName,
            isStrong && process == MonitoredProcess.Target) with
        { Group = group });

    private void DrawTarget()
    {
        if (IsMeasured(MonitoredProcess.Target))
        {
            DrawTable(
            [
                _columns.Name(MonitoredProcess.Target),
                .. _rankingMetric.IsCpu ? Array.Empty<TableColumn>() : CreateCpuRatio(),
                _columns.CreateWholeNumberColumn(
                    "connections", MonitoredProcess.Target, usage => usage.ConnectionsOpened, 11) with { DropRank = 2 },
                _columns.CreateWholeNumberColumn(
                    "pool threads", MonitoredProcess.Target, usage => usage.PoolThreads, 12) with { DropRank = 1 },
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

    private void DrawTable(TableColumn[] columns) => new VariantTable(_rows, console, width).Draw(columns);

    private bool IsMeasured(string process) =>
        _rows.Any(variant => variant.Processes.GetValueOrDefault(process) is not null);
}
