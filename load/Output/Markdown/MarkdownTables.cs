using System.Text;
using Load.Results;
using Load.Validity;

namespace Load.Output.Markdown;

/// <summary>What every Markdown page is made of.</summary>
internal static class MarkdownTables
{
    public static void AppendValidityAndProvenance(this StringBuilder text, Result result)
    {
        text.Append("Validity: **").Append(result.Validity.State).Append("**\n\n");
        text.AppendRows(["", "check", "found", "limit"], result.Validity.Checks.Select(check => new[]
        {
            check.State switch { CheckState.Pass => "✓", CheckState.Fail => "✗", _ => "!" },
            check.Label,
            check.Value,
            check.Limit,
        }));
        text.AppendRows(["provenance", ""], result.Provenance.Append(["Again", $"`{result.Repeat}`"]));
    }

    public static void AppendRows(this StringBuilder text, string[] headings, IEnumerable<string[]> rows)
    {
        foreach (var row in rows.Prepend([.. headings.Select(_ => "---")]).Prepend(headings))
            text.Append("| ").AppendJoin(" | ", row.Select(Escaped)).Append(" |\n");
        text.Append('\n');
    }

    private static string Escaped(string cell) => cell.Replace("|", "\\|", StringComparison.Ordinal);
}
