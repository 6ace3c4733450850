using System.Text;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Markdown;

/// <summary>Writes the result of <c>load run</c> as Markdown.</summary>
internal static class RunMarkdown
{
    /// <summary>Formats the result of a run as Markdown.</summary>
    public static string Format(Result result)
    {
        var run = result.Variants[0];
        var text = new StringBuilder().Append("# ").Append(MarkdownTables.Escape(result.Scenario.Name)).Append("\n\n");
        text.Append("**").Append(MarkdownTables.Escape(ResultSummary.Format(result))).Append("**\n\n");
        if (run.Steps is { } steps)
        {
            text.AppendTable(
                ["", "step/s", "req/s", "p50 ms", "p99", "max", "errors", "dropped", "why"], steps.Select(CreateRow));
        }

        if (run.Capacity is { } capacity)
        {
            text.AppendTable(
                ["rate/s", "outcome", "p50 ms", "p99", "errors", "why"], capacity.Trials.Select(CreateRow));
        }

        text.AppendTable(["ms", "p50", "p90", "p99", "p99.9", "max"], CreateLatencyRows(run));
        if (run.Planned is { } planned)
        {
            text.AppendTable(
                ["planned", "sent", "queued", "dropped"],
                [[FormatCount(planned), FormatInteger(run.Sent), FormatInteger(run.Queued), FormatInteger(
                    run.Dropped)]]);
        }

        foreach (var (heading, parts) in new[] { ("phase", run.Phases), ("request", run.Kinds) })
        {
            if (parts is not null)
            {
                text.AppendTable(
                    [heading, "requests", "req/s", "p50 ms", "p99", "max", "errors"], parts.Select(CreateRow));
            }
        }

        if (run.Bursts is { } bursts)
            AppendBursts(text, bursts);
        if (ProcessTable.CreateRows(result) is { Count: > 0 } processes)
            text.AppendTable(["process", .. ProcessTable.Headings], processes);
        if (TimingsTable.CreateRows(run).ToArray() is { Length: > 0 } phases)
        {
            text.AppendTable(
                ["phase, ms", .. TimingsTable.Headings],
                phases.Select(row => (string[])[row.Name, .. row.Cells]));
        }

        text.AppendTable(["outcome", "requests"], CreateOutcomeRows(run));
        text.AppendFailures([run]);
        if (result.Thresholds.Count > 0)
            text.AppendTable(["", "threshold", "was"], result.Thresholds.Select(CreateRow));
        text.AppendValidityAndProvenance(result);
        return text.ToString();
    }

    private static void AppendBursts(StringBuilder text, IReadOnlyList<BurstResult> bursts)
    {
        var processes = BurstResourceColumns.GetProcessNames(bursts);
        string[] headings = ["burst", "seconds", "req/s", "send delay ms", "p50", "p99", "max", "errors"];
        text.AppendTable(
            [.. headings, .. processes.SelectMany(_ => BurstResourceColumns.Headings)],
            bursts.Select(
                burst => (string[])[.. CreateRow(burst), .. BurstResourceColumns.FormatCells(burst, processes)]));
    }

    private static IEnumerable<string[]> CreateLatencyRows(VariantResult run)
    {
        foreach (var latency in new[] { run.Latency, run.ServiceTime, run.ScheduleDelay }.OfType<LatencyResult>())
        {
            double?[] figures = [latency.P50, latency.P90, latency.P99, latency.P999, latency.Max];
            yield return [GetLatencyLabel(latency.Clock), .. figures.Select(FormatNumber)];
        }
    }

    private static string GetLatencyLabel(string clock) => clock switch
    {
        "response" => "response time",
        "service" => "service time",
        "lateness" => "schedule delay",
        _ => clock,
    };

    private static string[] CreateRow(ThresholdResult threshold) =>
        [threshold.Passed ? "✓" : "✗", threshold.Text, threshold.MeasuredValue];

    private static string[] CreateRow(RunPartResult part) =>
    [
        part.Name,
        FormatCount(part.Requests),
        FormatNumber(part.Rps),
        FormatNumber(part.Latency.P50),
        FormatNumber(part.Latency.P99),
        FormatNumber(part.Latency.Max),
        FormatCount(part.Errors),
    ];

    private static string[] CreateRow(StepResult step) =>
    [
        step.Held ? "✓" : "✗",
        FormatNumber(step.RatePerS),
        FormatNumber(step.Rps),
        FormatNumber(step.P50),
        FormatNumber(step.P99),
        FormatNumber(step.Max),
        FormatCount(step.Errors),
        FormatCount(step.Dropped),
        string.Join("; ", step.Reasons),
    ];

    private static string[] CreateRow(CapacityResult.Trial trial) =>
    [
        FormatNumber(trial.RatePerS),
        trial.Outcome,
        FormatNumber(trial.P50),
        FormatNumber(trial.P99),
        FormatCount(trial.Errors),
        string.Join("; ", trial.Reasons),
    ];

    private static string[] CreateRow(BurstResult burst) =>
    [
        FormatCount(burst.Requests),
        FormatNumber(burst.DurationS),
        FormatNumber(burst.Rps),
        FormatNumber(burst.SendDelayP50),
        FormatNumber(burst.P50),
        FormatNumber(burst.P99),
        FormatNumber(burst.Max),
        FormatCount(burst.Errors),
    ];

    private static IEnumerable<string[]> CreateOutcomeRows(VariantResult run) => run.Statuses
        .Concat(run.TransportErrors)
        .Concat(CreateCount("sent again by the HTTP client", run.Resent))
        .Concat(CreateCount("unfinished when stopped", run.Unfinished))
        .Select(outcome => new[] { outcome.Key, FormatCount(outcome.Value) });

    private static IEnumerable<KeyValuePair<string, long>> CreateCount(string name, long? count) =>
        count > 0 ? [KeyValuePair.Create(name, count.Value)] : [];
}
