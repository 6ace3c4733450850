using System.Text;
using System.Text.RegularExpressions;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Markdown;

/// <summary>Appends tables to a Markdown text.</summary>
internal static partial class MarkdownTables
{
    /// <summary>Appends a table with headings and rows.</summary>
    public static void AppendTable(this StringBuilder text, string[] headings, IEnumerable<string[]> rows)
    {
        foreach (var row in rows.Prepend([.. headings.Select(_ => "---")]).Prepend(headings))
            text.Append("| ").AppendJoin(" | ", row.Select(Escape)).Append(" |\n");
        text.Append('\n');
    }

    /// <summary>Appends a table of the transport errors with their causes; nothing if there were none.</summary>
    public static void AppendFailures(this StringBuilder text, IReadOnlyList<VariantResult> variants)
    {
        string[][] rows =
        [
            .. variants.SelectMany(variant => (variant.Failures ?? []).SelectMany(failure =>
                failure.Messages.Select(message => new[]
                {
                    variant.Name,
                    failure.Kind,
                    FormatCount(message.Count),
                    message.Text,
                    failure.Advice,
                }))),
        ];
        if (rows.Length > 0)
            text.AppendTable(["", "transport error", "requests", "cause", "what to do"], rows);
    }

    /// <summary>
    /// Appends the validity checks of a result, and a table of where and how the result was measured.
    /// </summary>
    public static void AppendValidityAndProvenance(this StringBuilder text, Result result)
    {
        var (state, smallest) = (result.Validity.State, result.Validity.SmallestRatio);
        text.Append("Validity: **").Append(state == RunValidity.LimitedState ? RunValidity.ValidState : state).Append("**")
            .Append(smallest is { } ratio ? $", but could have missed differences below ×{VerdictLabels.FormatFactor(ratio)}" : "")
            .Append("\n\n");
        text.AppendTable(["", "check", "found", "limit"], result.Validity.Checks.Select(check => new[]
        {
            check.State switch { CheckState.Pass => "✓", CheckState.Fail => "✗", _ => "!" },
            check.Label,
            check.Value,
            check.Limit,
        }));
        text.AppendTable(["provenance", ""], result.Provenance.Append(["Repeat", $"`{result.RepeatCommand}`"]));
    }

    /// <summary>
    /// Escapes a text that may come from a file or a server: it stays on its line, and makes no links, tags or cells.
    /// </summary>
    public static string Escape(string text) => TagStart().Replace(PlainText.ReplaceControlsAndLineFeeds(text), "&lt;")
        .Replace("|", "\\|", StringComparison.Ordinal)
        .Replace("](", "]\\(", StringComparison.Ordinal);

    [GeneratedRegex("<(?=[a-zA-Z/!])")]
    private static partial Regex TagStart();
}
