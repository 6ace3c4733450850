using Load.Results;
using Load.Terminal;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>A line for each burst.</summary>
internal sealed class BurstView(IReadOnlyList<BurstResult> bursts, FigureStyles tint, ConsoleView sheet)
{
    public void Draw()
    {
        var tiers = BurstLevels.GetProcesses(bursts);
        sheet.Add("     burst     time, s    req/s      p50      p99      max   ms", ConsoleStyles.Dim)
            .Line($"{Columns(tiers.SelectMany(_ => BurstLevels.Names))}   errors", ConsoleStyles.Dim);
        foreach (var burst in bursts)
        {
            sheet.Add($"{FormatCount(burst.Requests),10}{FormatNumber(burst.DurationS),12}", tint.Plain)
                .Add($"{FormatNumber(burst.Rps),9}", tint.Strong)
                .Add($"{FormatNumber(burst.P50),9}", tint.Plain)
                .Add($"{FormatNumber(burst.P99),9}", tint.Strong)
                .Add($"{FormatNumber(burst.Max),9}     {Columns(BurstLevels.Format(burst, tiers))}{FormatCount(burst.Errors),9}", tint.Plain);
            sheet.Line(burst.Errors > 0 ? $"   {OutcomeCounts.FailuresText(burst)}" : "", ConsoleStyles.Bad);
        }

        sheet.Line("  from the release of the burst to each reply", ConsoleStyles.Dim).Line();
    }

    private static string Columns(IEnumerable<string> cells) => string.Concat(cells.Select(cell => $"{cell,10}"));
}
