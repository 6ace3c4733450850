using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws a table with a row for each burst of a run.</summary>
internal sealed class BurstView(IReadOnlyList<BurstResult> bursts, MeasuredValueStyles styles, ConsoleView console)
{
    /// <summary>Draws the table of bursts.</summary>
    public void Draw()
    {
        var processes = BurstResourceColumns.GetProcessNames(bursts);
        console.Add("     burst     time, s    req/s    delay      p50      p99      max   ms", ConsoleStyles.Dimmed)
            .AddLine($"{PadCells(processes.SelectMany(_ => BurstResourceColumns.Headings))}   errors", ConsoleStyles.Dimmed);
        foreach (var burst in bursts)
        {
            var levels = PadCells(BurstResourceColumns.FormatCells(burst, processes));
            console.Add($"{FormatCount(burst.Requests),10}{FormatNumber(burst.DurationS),12}", styles.OrdinaryValue)
                .Add($"{FormatNumber(burst.Rps),9}", styles.ImportantValue)
                .Add($"{FormatNumber(burst.SendDelayP50),9}{FormatNumber(burst.P50),9}", styles.OrdinaryValue)
                .Add($"{FormatNumber(burst.P99),9}", styles.ImportantValue)
                .Add($"{FormatNumber(burst.Max),9}     {levels}{FormatCount(burst.Errors),9}", styles.OrdinaryValue);
            console.AddLine(burst.Errors > 0 ? $"   {OutcomeCounts.FormatFailures(burst)}" : "", ConsoleStyles.FailedCheck);
        }

        console.AddLine(
            "  Latencies count from the release of the burst; delay is the median time until a request was sent.",
            ConsoleStyles.Dimmed).AddLine();
    }

    private static string PadCells(IEnumerable<string> cells) => string.Concat(cells.Select(cell => $"{cell,10}"));
}
