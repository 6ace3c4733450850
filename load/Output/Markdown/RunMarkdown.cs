using System.Text;
using Load.Output.Words;
using Load.Results;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Output.Markdown;

/// <summary>The result of <c>load run</c> to paste into a page.</summary>
internal static class RunMarkdown
{
    public static string Format(Result result)
    {
        var run = result.Variants[0];
        var text = new StringBuilder().Append("# ").Append(result.Scenario.Name).Append("\n\n");
        text.Append("**").Append(Summary.Format(result)).Append("**\n\n");
        text.AppendRows(["ms", "p50", "p90", "p99", "p99.9", "max"], Clocks(run));
        if (run.Planned is { } planned)
        {
            text.AppendRows(
                ["planned", "sent", "queued", "dropped"],
                [[FormatCount(planned), FormatWhole(run.Sent), FormatWhole(run.Queued), FormatWhole(run.Dropped)]]);
        }

        foreach (var (heading, parts) in new[] { ("phase", run.Phases), ("request", run.Kinds) })
        {
            if (parts is not null)
                text.AppendRows([heading, "requests", "req/s", "p50 ms", "p99", "max", "errors"], parts.Select(Row));
        }

        if (run.Bursts is { } bursts)
        {
            var tiersOfBursts = BurstLevels.GetProcesses(bursts);
            text.AppendRows(
                ["burst", "seconds", "req/s", "p50 ms", "p99", "max", "errors", .. tiersOfBursts.SelectMany(_ => BurstLevels.Names)],
                bursts.Select(burst => (string[])[.. Row(burst), .. BurstLevels.Format(burst, tiersOfBursts)]));
        }

        if (ProcessTable.CreateRows(result) is { Count: > 0 } tiers)
            text.AppendRows(["tier", .. ProcessTable.Headings], tiers);
        text.AppendRows(["outcome", "requests"], Outcomes(run));
        if (result.Thresholds.Count > 0)
            text.AppendRows(["", "threshold", "was"], result.Thresholds.Select(Row));
        text.AppendValidityAndProvenance(result);
        return text.ToString();
    }

    private static IEnumerable<string[]> Clocks(VariantResult run)
    {
        foreach (var clock in new[] { run.Latency, run.Service, run.Lateness }.OfType<LatencyResult>())
        {
            double?[] figures = [clock.P50, clock.P90, clock.P99, clock.P999, clock.Max];
            yield return [clock.Clock, .. figures.Select(FormatNumber)];
        }
    }

    private static string[] Row(ThresholdResult one) => [one.Passed ? "✓" : "✗", one.Text, one.Was];

    private static string[] Row(PartResult part) =>
    [
        part.Name,
        FormatCount(part.Requests),
        FormatNumber(part.Rps),
        FormatNumber(part.Latency.P50),
        FormatNumber(part.Latency.P99),
        FormatNumber(part.Latency.Max),
        FormatCount(part.Errors),
    ];

    private static string[] Row(BurstResult burst) =>
    [
        FormatCount(burst.Requests),
        FormatNumber(burst.DurationS),
        FormatNumber(burst.Rps),
        FormatNumber(burst.P50),
        FormatNumber(burst.P99),
        FormatNumber(burst.Max),
        FormatCount(burst.Errors),
    ];

    private static IEnumerable<string[]> Outcomes(VariantResult run) => run.Statuses
        .Concat(run.TransportErrors)
        .Select(outcome => new[] { outcome.Key, FormatCount(outcome.Value) });
}
