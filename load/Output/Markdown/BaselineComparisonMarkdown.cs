using System.Text;
using Load.Output.Words;
using Load.Results;
using Load.Units;

namespace Load.Output.Markdown;

/// <summary>The section of a comparison's Markdown that sets it against an earlier one.</summary>
internal static class BaselineComparisonMarkdown
{
    /// <summary>Nothing, without an earlier one.</summary>
    public static void AppendAgainst(this StringBuilder text, Result result)
    {
        if (result.Against is not { } against)
            return;
        text.Append("## Against ").Append(against.Id).Append("\n\n");
        text.Append("**").Append(BaselineComparisonText.Finding(against, result).Replace('\n', ' ')).Append("**\n\n");
        if (against.Unlike.Count > 0)
        {
            text.Append("A change may be due to what differs too:\n\n");
            text.AppendRows(["differs", "then", "now"], against.Unlike.Select(Row));
        }

        Table(text, "throughput", against.Changes);
        Table(text, "target CPU", against.CpuChanges);
        foreach (var missing in BaselineComparisonText.Missing(against))
            text.Append(missing).Append("\n\n");
        if (against.Told.Count > 0)
            text.AppendRows(["told only", "then", "now"], against.Told.Select(Row));
        text.AppendJoin(' ', BaselineComparisonText.Caveats(against, result.Baseline)).Append("\n\n");
    }

    private static void Table(StringBuilder text, string heading, IReadOnlyList<Change> changes)
    {
        if (changes.Count > 0)
        {
            text.AppendRows(
                [heading, .. BaselineComparisonText.Headings],
                changes.OrderByDescending(change => change.Ratio.Value)
                    .Select(change => new[] { change.Name }.Concat(BaselineComparisonText.Cells(change)).ToArray()));
        }
    }

    private static string[] Row(Difference one) => [one.Label, one.Then ?? SignificantDigits.NotMeasured, one.Now ?? SignificantDigits.NotMeasured];
}
