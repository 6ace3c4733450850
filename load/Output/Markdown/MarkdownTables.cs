using System.Text;
using Load.Results;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Output.Markdown;

/// <summary>Appends tables to a Markdown text.</summary>
internal static class MarkdownTables
{
    /// <summary>Appends a table with headings and rows.</summary>
    public static void AppendTable(this StringBuilder text, string[] headings, IEnumerable<string[]> rows)
    {
        foreach (var row in rows.Prepend([.. headings.Select(_ => "---")]).Prepend(headings))
            text.Append("| ").AppendJoin(" | ", row.Select(Escape)).Append(" |\n");
        text.Append('\n');
    }

    /// <summary>
    /// Appends the validity checks of a result, and a table of where and how the result was measured.
    /// </summary>
    public static void AppendValidityAndProvenance(this StringBuilder text, Result result)
    {
        var (state, smallest) = (result.Validity.State, result.Validity.SmallestRatio);
        text.Append("Validity: **").Append(state == RunValidity.Limited ? RunValidity.Valid : state).Append("**")
            .Append(smallest is { } ratio ? $", but could not have seen less than ×{FormatRatio(ratio)}" : "")
            .Append("\n\n");
        text.AppendTable(["", "check", "found", "limit"], result.Validity.Checks.Select(check => new[]
        {
            check.State switch { CheckState.Pass => "✓", CheckState.Fail => "✗", _ => "!" },
            check.Label,
            check.Value,
            check.Limit,
        }));
        text.AppendTable(["provenance", ""], result.Provenance.Append(["Repeat", $"`{result.Repeat}`"]));
    }

    private static string Escape(string cell) => cell.Replace("|", "\\|", StringComparison.Ordinal);
}
