using System.Text;

namespace TwoTier.Load.Reports.Markdown;

/// <summary>Writes the section of a Markdown report that compares the result with an earlier result.</summary>
internal static class BaselineComparisonMarkdown
{
    /// <summary>
    /// Appends the section about the earlier result, or nothing if the result was not compared with an earlier one.
    /// </summary>
    public static void AppendBaselineComparison(this StringBuilder text, Result result)
    {
        if (result.ComparisonWithEarlier is not { } comparison)
            return;
        var finding = MarkdownTables.Escape(BaselineComparisonText.FormatFinding(comparison, result));
        var id = MarkdownTables.Escape(comparison.Id);
        text.Append("## Against ").Append(id).Append("\n\n**").Append(finding).Append("**\n\n");
        if (comparison.ChangedConditions.Count > 0)
        {
            text.Append("These differences may have caused the changes:\n\n");
            text.AppendTable(["condition", "earlier", "current"], comparison.ChangedConditions.Select(CreateRow));
        }

        AppendChanges(text, "throughput", comparison.Changes);
        AppendChanges(text, "target CPU", comparison.CpuChanges);
        foreach (var missing in BaselineComparisonText.GetMissingVariants(comparison))
            text.Append(MarkdownTables.Escape(missing)).Append("\n\n");
        if (comparison.OtherDifferences.Count > 0)
            text.AppendTable(["other difference", "earlier", "current"], comparison.OtherDifferences.Select(CreateRow));
        text.AppendJoin(' ', BaselineComparisonText.GetCaveats(comparison, result.Baseline)).Append("\n\n");
    }

    private static void AppendChanges(StringBuilder text, string heading, IReadOnlyList<VariantChange> changes)
    {
        if (changes.Count > 0)
        {
            text.AppendTable(
                [heading, .. BaselineComparisonText.Headings],
                changes.OrderByDescending(change => change.Ratio.Value)
                    .Select(change => (string[])[change.Name, .. BaselineComparisonText.FormatCells(change)]));
        }
    }

    private static string[] CreateRow(ConditionDifference difference) =>
    [
        difference.Label,
        difference.Earlier ?? SignificantDigits.NotMeasured,
        difference.Current ?? SignificantDigits.NotMeasured,
    ];
}
