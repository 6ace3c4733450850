using Load.Output.Words;
using Load.Results;
using Load.Terminal;
using Load.Units;

namespace Load.Output.Terminal;

/// <summary>A comparison against an earlier one: what changed, and what else differs.</summary>
internal sealed class BaselineComparisonView(Result result, ConsoleView sheet)
{
    private const int LabelWidth = 10;
    private static readonly int[] Widths = [20, 20, 17, 15];
    private readonly FigureStyles _tint = new(result);

    /// <summary>Nothing, without an earlier one.</summary>
    public void Draw()
    {
        if (result.Against is not { } against)
            return;
        sheet.Line($"Against {against.Id}", ConsoleStyles.Dim)
            .Line(BaselineComparisonText.Finding(against, result), ConsoleStyles.Strong)
            .Line();
        foreach (var one in against.Unlike)
            Differ("  ! ", one, isCondition: true);
        if (against.Unlike.Count > 0)
            sheet.Line("    A change may be theirs, not the program's.", ConsoleStyles.Strong).Line();

        Table("throughput", against.Changes);
        Table("target CPU", against.CpuChanges);
        foreach (var missing in BaselineComparisonText.Missing(against))
            sheet.Line($"  {missing}");
        foreach (var one in against.Told)
            Differ("    ", one, isCondition: false);
        foreach (var caveat in BaselineComparisonText.Caveats(against, result.Baseline))
            sheet.Add("  ! ", ConsoleStyles.Slower).Line(caveat);
        sheet.Line();
    }

    private void Differ(string mark, Difference one, bool isCondition)
    {
        var style = isCondition ? _tint.Plain : ConsoleStyles.Dim;
        sheet.Add(mark, ConsoleStyles.Slower)
            .Line($"{one.Label.PadRight(LabelWidth)} then  {one.Then ?? SignificantDigits.NotMeasured}", style)
            .Line($"    {"",LabelWidth} now   {one.Now ?? SignificantDigits.NotMeasured}", style);
    }

    private void Table(string heading, IReadOnlyList<Change> changes)
    {
        if (changes.Count == 0)
            return;
        var width = changes.Max(change => Math.Max(change.Name.Length, heading.Length));
        sheet.Line("  " + heading.PadRight(width) + Padded(BaselineComparisonText.Headings).TrimEnd(), ConsoleStyles.Dim);
        foreach (var change in changes.OrderByDescending(change => change.Ratio.Value))
        {
            var cells = BaselineComparisonText.Cells(change);
            sheet.Add($"  {change.Name.PadRight(width)}{Padded(cells[..^1])}", _tint.Plain)
                .Line($"  {cells[^1]}".TrimEnd(), ConsoleStyles.OfVerdict(change.Verdict));
        }

        sheet.Line();
    }

    private static string Padded(string[] cells) =>
        string.Concat(cells.Zip(Widths, (cell, width) => "  " + cell.PadRight(width)));
}
