using Spectre.Console;
using Spectre.Console.Rendering;
using SpectreTable = Spectre.Console.Table;
using Table = TwoTier.Load.Reports.Documents.Table;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Renders the blocks of a document for a terminal, of which Spectre.Console knows the width.</summary>
internal sealed class DocumentRenderer(Document document, int width)
{
    private const int Gap = 2;

    // Names and remarks may be longer than this, and are wrapped if the terminal is too narrow for the table.
    private const int LongestUnbroken = 24;

    /// <summary>Renders the blocks that a terminal shows, with empty lines between all but notes.</summary>
    public IEnumerable<(Block? Block, IRenderable Content)> Render()
    {
        Block? last = null;
        foreach (var block in document.Blocks.Where(
            block => block is { Medium: not Medium.Markdown } and not Table { IsEmpty: true }))
        {
            if ((last, block) is not (Note, Note))
                yield return (null, Text.NewLine);
            yield return (last = block, new TrimmedLines(Render(block)));
        }
    }

    private IRenderable Render(Block block) => block switch
    {
        Finding finding => CreateText(finding.Text, Tone.Strong),
        Note note => CreateGrid(0).AddRow(CreateText(note.Mark, note.Tone), CreateText(note.Text, note.TextTone)),
        Facts facts => facts.Rows.Aggregate(CreateGrid(Gap), (grid, fact) =>
            grid.AddRow(CreateText(fact.Label, Tone.Quiet), CreateText(fact.Text, facts.Tone))),
        Table table => Render(table),
        _ => throw new InvalidOperationException($"There is no rendering of {block.GetType().Name}."),
    };

    private Padder Render(Table table)
    {
        var columns = ChooseColumns(table);
        var grid = new SpectreTable
        {
            Border = TableBorder.None,
            ShowHeaders = columns.Any(column => column.Heading.Length > 0),
        };
        foreach (var column in columns)
        {
            grid.AddColumn(new TableColumn(CreateText(column.Heading, Tone.Quiet))
            {
                Alignment = column.IsNumber ? Justify.Right : Justify.Left,
                NoWrap = column.Cells.All(cell => cell.Text.Length <= LongestUnbroken),
                Padding = new Padding(0, 0, Gap, 0),
            });
        }

        for (var row = 0; row < table.RowCount; row++)
            grid.AddRow(columns.Select(column => CreateCell(column.Cells[row])));
        return Indent(table.Legend is null ? grid : new Rows(grid, CreateText(table.Legend, Tone.Quiet)));
    }

    // The last figures are left out first, and the first column and the last, which says what the row means, never.
    private Column[] ChooseColumns(Table table)
    {
        List<Column> columns = [.. table.Columns.Where(column => column.Medium != Medium.Markdown)];
        while (table.DropsColumns && columns.Count > 2
            && Gap + Math.Min(LongestUnbroken, GetWidth(columns[0])) + columns.Skip(1).Sum(GetWidth) > width)
            columns.RemoveAt(columns.Count - 2);
        return [.. columns];
    }

    private static int GetWidth(Column column) =>
        Gap + column.Cells.Select(cell => cell.Text.Length).Append(column.Heading.Length).Max();

    // The figures of an invalid result are dimmed.
    private Text CreateCell(Cell cell) => CreateText(
        cell.Text, document.IsInvalid && cell.Tone is Tone.Plain or Tone.Strong ? Tone.Quiet : cell.Tone);

    public static Text CreateText(string text, Tone tone) =>
        new(PlainText.ReplaceControlsExceptLineFeeds(text), GetStyle(tone));

    // Only the 16 ANSI colours are used, so that the user's terminal theme decides how they look.
    private static Style GetStyle(Tone tone) => tone switch
    {
        Tone.Strong => new Style(decoration: Decoration.Bold),
        Tone.Quiet => new Style(decoration: Decoration.Dim),
        Tone.Better => new Style(Color.Teal),
        Tone.Worse => new Style(Color.Olive),
        Tone.Passed => new Style(Color.Green),
        Tone.Failed => new Style(Color.Maroon),
        Tone.Alarm => new Style(Color.Maroon, decoration: Decoration.Bold | Decoration.Invert),
        _ => Style.Plain,
    };

    private static Padder Indent(IRenderable content) => new(content, new Padding(Gap, 0, 0, 0));

    // A mark or a label, and a text that is wrapped beside it.
    private static Grid CreateGrid(int indent) => new Grid()
        .AddColumn(new GridColumn { NoWrap = true, Padding = new Padding(indent, 0, 1 + indent / 2, 0) })
        .AddColumn(new GridColumn { Padding = new Padding(0, 0, 0, 0) });
}
