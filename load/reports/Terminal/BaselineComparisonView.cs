namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// Draws what changed since an earlier result, and under which different conditions the two results were measured.
/// </summary>
internal sealed class BaselineComparisonView(Result result, ConsoleView console, int terminalWidth)
{
    private const int LabelWidth = 10;
    private static readonly int[] Widths = [20, 20, 17, 15];
    private readonly MeasuredValueStyles _styles = new(result);

    /// <summary>
    /// Draws the section about the earlier result, or nothing if the result was not compared with an earlier one.
    /// </summary>
    public void Draw()
    {
        if (result.ComparisonWithEarlier is not { } comparison)
            return;
        console.AddLine($"Against {comparison.Id}", ConsoleStyles.Dimmed)
            .AddLine(BaselineComparisonText.FormatFinding(comparison, result), ConsoleStyles.Bold)
            .AddLine();
        foreach (var difference in comparison.ChangedConditions)
            DrawDifference("  ! ", difference, isCondition: true);
        if (comparison.ChangedConditions.Count > 0)
            console.AddLine("    These differences may have caused the changes.", ConsoleStyles.Bold).AddLine();

        DrawChanges("throughput", comparison.Changes);
        DrawChanges("target CPU", comparison.CpuChanges);
        foreach (var missing in BaselineComparisonText.GetMissingVariants(comparison))
            console.AddLine($"  {missing}");
        foreach (var difference in comparison.OtherDifferences)
            DrawDifference("    ", difference, isCondition: false);
        foreach (var caveat in BaselineComparisonText.GetCaveats(comparison, result.Baseline))
            console.Add("  ! ", ConsoleStyles.SlowerVariant).AddLine(caveat);
        console.AddLine();
    }

    private void DrawDifference(string mark, ConditionDifference difference, bool isCondition)
    {
        var style = isCondition ? _styles.OrdinaryValue : ConsoleStyles.Dimmed;
        var (earlier, current) = (difference.Earlier, difference.Current);
        console.Add(mark, ConsoleStyles.SlowerVariant)
            .AddLine($"{difference.Label.PadRight(LabelWidth)} earlier  {earlier ?? SignificantDigits.NotMeasured}", style)
            .AddLine($"    {"",LabelWidth} current  {current ?? SignificantDigits.NotMeasured}", style);
    }

    private void DrawChanges(string heading, IReadOnlyList<VariantChange> changes)
    {
        if (changes.Count == 0)
            return;
        var width = changes.Max(change => Math.Max(change.Name.Length, heading.Length));
        // A narrow terminal has no room for the earlier ratio.
        var first = 2 + width + Widths.Sum(cellWidth => 2 + cellWidth) > terminalWidth ? 1 : 0;
        var headings = PadCells(BaselineComparisonText.Headings, first).TrimEnd();
        console.AddLine("  " + heading.PadRight(width) + headings, ConsoleStyles.Dimmed);
        foreach (var change in changes.OrderByDescending(change => change.Ratio.Value))
        {
            var cells = BaselineComparisonText.FormatCells(change);
            console.Add($"  {change.Name.PadRight(width)}{PadCells(cells[..^1], first)}", _styles.OrdinaryValue)
                .AddLine($"  {cells[^1]}".TrimEnd(), ConsoleStyles.GetVerdictStyle(change.Verdict));
        }

        console.AddLine();
    }

    private static string PadCells(string[] cells, int first) =>
        string.Concat(cells.Zip(Widths, (cell, width) => "  " + cell.PadRight(width)).Skip(first));
}
