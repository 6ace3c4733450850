namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws a document on a terminal. Tables fit the width of the terminal if their columns allow it.</summary>
internal sealed class TerminalWriter(ConsoleView console, int width)
{
    private const int GapWidth = 2;
    private const int NarrowestBar = 8;
    private const int WidestBar = 48;
    private const int NarrowestText = 20;
    private static readonly string Indentation = new(' ', 6);

    public ConsoleView Write(Document document)
    {
        console.AddLine();
        Block? last = null;
        foreach (var block in document.Blocks.Where(
            block => block is { Medium: not Medium.Markdown } and not Table { IsEmpty: true }))
        {
            if (last is not null && (last, block) is not (Note, Note))
                console.AddLine();
            Write(block, document.IsInvalid);
            last = block;
        }

        return console;
    }

    private void Write(Block block, bool isInvalid)
    {
        switch (block)
        {
            case Heading heading:
                console.AddLine(heading.Text, ConsoleStyles.Dimmed);
                break;
            case Sentence { Tone: Tone.Strong } finding:
                WriteWrapped("", finding.Text, Tone.Strong);
                break;
            case Sentence sentence:
                WriteWrapped("  ", sentence.Text, sentence.Tone);
                break;
            case Note note:
                console.Add($"{note.Mark} ", ConsoleStyles.Get(note.Tone))
                    .AddLine(note.Text, ConsoleStyles.Get(note.TextTone));
                break;
            case ProgressBar progress:
                WriteProgress(progress);
                break;
            case Table table:
                WriteTable(table, isInvalid);
                break;
        }
    }

    private void WriteProgress(ProgressBar progress)
    {
        var barWidth = Math.Clamp(
            width - progress.Label.Length - progress.Text.Length - 3 * GapWidth, NarrowestBar, WidestBar);
        var bar = TextBars.DrawBar(progress.Share, barWidth);
        console.Add($"{progress.Label}  ", ConsoleStyles.Bold)
            .Add(bar, ConsoleStyles.Get(Tone.Better))
            .Add(new string('░', barWidth - bar.Length), ConsoleStyles.Dimmed)
            .AddLine($"  {progress.Text}");
    }

    private void WriteTable(Table table, bool isInvalid)
    {
        var columns = Fit(table.Columns.Where(column => column.Kind != ColumnKind.Remark));
        if (columns.Any(column => column.Column.Heading.Length > 0))
        {
            var headings = columns.Select(column => Pad(column.Column.Heading, column.Column.Kind, column.Width));
            console.AddLine(string.Concat(headings).TrimEnd(), ConsoleStyles.Dimmed);
        }

        for (var row = 0; row < table.RowCount; row++)
        {
            foreach (var (column, columnWidth) in columns)
            {
                var cell = column.Cells[row];
                var text = cell.Bar is { } share ? TextBars.DrawBar(share, columnWidth) : cell.Text;
                text = Pad(text, column.Kind, columnWidth);
                var tone = cell.Bar is null ? cell.Tone : Tone.Better;
                var isDimmed = isInvalid && (cell.Bar is not null || tone is Tone.Plain or Tone.Strong);
                console.Add(
                    column == columns[^1].Column ? text.TrimEnd() : text,
                    ConsoleStyles.Get(isDimmed ? Tone.Quiet : tone));
            }

            console.AddLine();
            foreach (var remark in table.Columns.Where(column => column.Kind == ColumnKind.Remark))
            {
                if (remark.Cells[row].Text is { Length: > 0 } text)
                    WriteWrapped(Indentation + remark.Heading + "  ", text, Tone.Quiet);
            }
        }

        if (table.Legend is { } legend)
            WriteWrapped("  ", legend, Tone.Quiet);
    }

    private static string Pad(string text, ColumnKind kind, int width) =>
        new string(' ', GapWidth) + (kind == ColumnKind.Number ? text.PadLeft(width) : text.PadRight(width));

    // Columns are left out until a row fits. Bars take what the other columns leave.
    private (Column Column, int Width)[] Fit(IEnumerable<Column> columns)
    {
        var left = columns.ToList();
        while (true)
        {
            var room = width - left.Sum(column => GapWidth + GetWidth(column));
            var dropped = left.MaxBy(column => column.DropRank);
            if (room < 0 && dropped is { DropRank: > 0 })
                left.Remove(dropped);
            else
                return [.. left.Select(column => (column, column.Kind == ColumnKind.Bar
                    ? Math.Clamp(NarrowestBar + room, NarrowestBar, WidestBar)
                    : GetWidth(column)))];
        }
    }

    private static int GetWidth(Column column) => column.Kind == ColumnKind.Bar
        ? NarrowestBar
        : column.Cells.Select(cell => cell.Text.Length).Append(column.Heading.Length).Max();

    private void WriteWrapped(string start, string text, Tone tone)
    {
        var next = new string(' ', start.Length);
        foreach (var line in text.Split('\n')
            .SelectMany(part => TextLines.Wrap(part, Math.Max(NarrowestText, width - start.Length))))
        {
            console.Add(start, ConsoleStyles.Dimmed).AddLine(line, ConsoleStyles.Get(tone));
            start = next;
        }
    }
}
