using System.Text.RegularExpressions;

namespace TwoTier.Load.Reports;

internal static partial class MarkdownWriter
{
    public static string Write(Document document) => $"# {Escape(document.Title)}\n\n"
        + string.Concat(document.Blocks.Where(block => block.Medium != Medium.Terminal).Select(Format));

    private static string Format(Block block) => block switch
    {
        Finding finding => $"**{Escape(finding.Text)}**\n\n",
        Note note => $"**{note.Mark.Trim()}** {Escape(note.Text)}\n\n",
        Facts facts => Format(new Table<(string Label, string Text)>(facts.Rows)
            .Text("", fact => fact.Label)
            .Text("", fact => fact.Text)),
        Table { IsEmpty: false } table => Format(table),
        _ => "",
    };

    private static string Format(Table table)
    {
        Column[] columns = [.. table.Columns.Where(column => column.Medium != Medium.Terminal)];
        var rows = Enumerable.Range(0, table.RowCount)
            .Select(row => columns.Select(column => column.Cells[row].Text))
            .Prepend(columns.Select(column => column.IsNumber ? "--:" : "---"))
            .Prepend(columns.Select(column => column.Heading))
            .Select(cells => $"| {string.Join(" | ", cells.Select(Escape))} |\n");
        return $"{string.Concat(rows)}\n" + (table.Legend is { } legend ? $"{Escape(legend)}\n\n" : "");
    }

    // A text may come from a file or a server: it stays on its line, and makes no links, tags or cells.
    private static string Escape(string text) => TagStart().Replace(PlainText.ReplaceControlsAndLineFeeds(text), "&lt;")
        .Replace("|", "\\|", StringComparison.Ordinal)
        .Replace("](", "]\\(", StringComparison.Ordinal);

    [GeneratedRegex("<(?=[a-zA-Z/!])")]
    private static partial Regex TagStart();
}
