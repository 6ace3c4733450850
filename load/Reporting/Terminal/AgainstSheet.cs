using Load.Reporting.Model;

namespace Load.Reporting.Terminal;

/// <summary>A comparison against an earlier one: what changed, and what else differs.</summary>
internal sealed class AgainstSheet(Result result, Sheet sheet)
{
    private const int LabelWidth = 10;
    private static readonly int[] Widths = [20, 20, 17, 15];
    private readonly FigureTint _tint = new(result);

    /// <summary>Nothing, without an earlier one.</summary>
    public void Draw()
    {
        if (result.Against is not { } against)
            return;
        sheet.Line($"Against {against.Id}", Tint.Dim)
            .Line(AgainstWords.Finding(against, result), Tint.Strong)
            .Line();
        foreach (var one in against.Unlike)
            Differ("  ! ", one, isCondition: true);
        if (against.Unlike.Count > 0)
            sheet.Line("    A change may be theirs, not the program's.", Tint.Strong).Line();

        Table("throughput", against.Changes);
        Table("front-end CPU", against.CpuChanges);
        foreach (var missing in AgainstWords.Missing(against))
            sheet.Line($"  {missing}");
        foreach (var one in against.Told)
            Differ("    ", one, isCondition: false);
        foreach (var caveat in AgainstWords.Caveats(against, result.Baseline))
            sheet.Add("  ! ", Tint.Slower).Line(caveat);
        sheet.Line();
    }

    private void Differ(string mark, Difference one, bool isCondition)
    {
        var style = isCondition ? _tint.Plain : Tint.Dim;
        sheet.Add(mark, Tint.Slower)
            .Line($"{one.Label.PadRight(LabelWidth)} then  {one.Then ?? Figures.None}", style)
            .Line($"    {"",LabelWidth} now   {one.Now ?? Figures.None}", style);
    }

    private void Table(string heading, IReadOnlyList<Change> changes)
    {
        if (changes.Count == 0)
            return;
        var width = changes.Max(change => Math.Max(change.Name.Length, heading.Length));
        sheet.Line("  " + heading.PadRight(width) + Padded(AgainstWords.Headings).TrimEnd(), Tint.Dim);
        foreach (var change in changes.OrderByDescending(change => change.Ratio.Value))
        {
            var cells = AgainstWords.Cells(change);
            sheet.Add($"  {change.Name.PadRight(width)}{Padded(cells[..^1])}", _tint.Plain)
                .Line($"  {cells[^1]}".TrimEnd(), Tint.OfVerdict(change.Verdict));
        }

        sheet.Line();
    }

    private static string Padded(string[] cells) =>
        string.Concat(cells.Zip(Widths, (cell, width) => "  " + cell.PadRight(width)));
}
