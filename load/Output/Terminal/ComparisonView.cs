using Load.Output.Words;
using Load.Results;
using Load.Target;
using Load.Terminal;
using Load.Validity;

namespace Load.Output.Terminal;

/// <summary>The end of a comparison: the finding, how sure it is, what it cost, whether to believe it.</summary>
internal sealed class ComparisonView(Result result, ConsoleView sheet, int width)
{
    private const int FullWidth = 100;
    private const int CpuGroup = 20;
    private const int AllocatedGroup = 24;
    private const int LongestProcess = 8;
    private const int MostProcesses = 2;
    private readonly MainFinding _finding = new(result);
    private readonly VariantColumns _columns = new(result);
    private readonly VariantResult[] _rows = [.. new MainFinding(result).Ordered()];

    public ConsoleView Draw()
    {
        var validity = new ValidityView(result, sheet);
        var isInvalid = result.Validity.State == RunValidity.Invalid;
        sheet.Line();
        if (isInvalid)
            validity.Invalid();
        else
            sheet.Line(Summary.Format(result), ConsoleStyles.Strong).Line();

        Verdicts();
        Noise();
        Costs();
        DrawTarget();
        Holdings();
        new BaselineComparisonView(result, sheet).Draw();
        if (!isInvalid)
            validity.Valid();
        return sheet;
    }

    private void Verdicts() => Table(
    [
        _columns.Name(),
        _columns.Rate(),
        .. width < FullWidth ? Array.Empty<Column>() : [_columns.Drawing()],
        _columns.Ratio(_finding.Heading, _finding.RatioFor),
        _columns.Verdict(_finding.RatioFor),
    ]);

    private void Noise()
    {
        if (result.Noise is { } noise)
            sheet.Line($"  {result.Baseline} against itself: {VerdictLabels.Between(noise)}", ConsoleStyles.Dim).Line();
    }

    private void Costs()
    {
        var names = _columns.Name();
        string[] processes = [.. _rows[0].Processes.Keys.Where(IsMeasured).Take(MostProcesses)];
        sheet.Add("  " + "latency, ms".PadLeft(35 - names.Width), ConsoleStyles.Dim);
        if (processes.Length > 0)
            sheet.Add("CPU, ms/request".PadLeft(CpuGroup) + "allocated, kB/request".PadLeft(AllocatedGroup), ConsoleStyles.Dim);
        sheet.Line();
        Table(
        [
            names,
            _columns.Latency("p50", latency => latency.P50),
            _columns.Latency("p90", latency => latency.P90),
            _columns.Latency("p99", latency => latency.P99, isStrong: true),
            _columns.Latency("p99.9", latency => latency.P999),
            _columns.Latency("max", latency => latency.Max),
            .. Group(processes, CpuGroup, cost => cost.CpuMs, isStrong: true),
            .. Group(processes, AllocatedGroup, cost => cost.AllocKb, isStrong: false),
        ]);
    }

    // A column for each process under one heading: the first takes the width that the others leave.
    private IEnumerable<Column> Group(string[] processes, int width, Func<ProcessResult, double?> get, bool isStrong) =>
        processes.Select((process, i) => _columns.Cost(
            process.Length > LongestProcess ? $"{process[..(LongestProcess - 1)]}…" : process,
            process,
            get,
            i == 0 ? width - 2 - (LongestProcess + 2) * (processes.Length - 1) : LongestProcess,
            isStrong && process == MonitoredProcess.Target));

    private void DrawTarget() => Table(
    [
        _columns.Name(MonitoredProcess.Target),
        .. _finding.IsOfCpu ? Array.Empty<Column>() : CpuRatio(),
        _columns.Level("connections", MonitoredProcess.Target, cost => cost.ConnectionsOpened, 11),
        _columns.Level("pool threads", MonitoredProcess.Target, cost => cost.PoolThreads, 12),
        _columns.Errors(),
    ]);

    // A table for each process whose memory was read after a cool-down.
    private void Holdings()
    {
        string[] settled = [.. _rows[0].Processes.Keys.Where(tier =>
            _rows.Any(variant => variant.Processes.GetValueOrDefault(tier)?.WorkingSetAfterMb is not null))];
        foreach (var tier in settled)
            Table([_columns.Name(tier), .. _columns.Holdings(tier)]);
    }

    private Column[] CpuRatio() =>
    [
        _columns.Ratio("CPU ratio [95 % interval]", variant => variant.CpuRatio),
        _columns.Verdict(variant => variant.CpuRatio),
    ];

    private void Table(Column[] columns)
    {
        var headings = string.Join("  ", columns.Select(column => column.Padded(column.Heading)));
        sheet.Line("  " + headings.TrimEnd(), ConsoleStyles.Dim);
        foreach (var row in _rows)
        {
            foreach (var column in columns[..^1])
                sheet.Add("  ").Add(column.Padded(column.Text(row)), column.Style?.Invoke(row));
            sheet.Add("  ").Line(columns[^1].Padded(columns[^1].Text(row)).TrimEnd(), columns[^1].Style?.Invoke(row));
        }

        sheet.Line();
    }

    private bool IsMeasured(string tier) => _rows.Any(variant => variant.Processes.GetValueOrDefault(tier) is not null);
}
