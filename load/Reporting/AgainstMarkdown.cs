using System.Text;
using Load.Reporting.Model;

namespace Load.Reporting;

/// <summary>The section of a comparison's Markdown that sets it against an earlier one.</summary>
internal static class AgainstMarkdown
{
    /// <summary>Nothing, without an earlier one.</summary>
    public static void AppendAgainst(this StringBuilder text, Result result)
    {
        if (result.Against is not { } against)
            return;
        text.Append("## Against ").Append(against.Id).Append("\n\n");
        text.Append("**").Append(AgainstWords.Finding(against, result).Replace('\n', ' ')).Append("**\n\n");
        if (against.Unlike.Count > 0)
        {
            text.Append("A change may be due to what differs too:\n\n");
            text.AppendRows(["differs", "then", "now"], against.Unlike.Select(Row));
        }

        Table(text, "throughput", against.Changes);
        Table(text, "front-end CPU", against.CpuChanges);
        foreach (var missing in AgainstWords.Missing(against))
            text.Append(missing).Append("\n\n");
        if (against.Told.Count > 0)
            text.AppendRows(["told only", "then", "now"], against.Told.Select(Row));
        text.AppendJoin(' ', AgainstWords.Caveats(against, result.Baseline)).Append("\n\n");
    }

    private static void Table(StringBuilder text, string heading, IReadOnlyList<Change> changes)
    {
        if (changes.Count > 0)
        {
            text.AppendRows(
                [heading, .. AgainstWords.Headings],
                changes.OrderByDescending(change => change.Ratio.Value)
                    .Select(change => new[] { change.Name }.Concat(AgainstWords.Cells(change)).ToArray()));
        }
    }

    private static string[] Row(Difference one) => [one.Label, one.Then ?? Figures.None, one.Now ?? Figures.None];
}
