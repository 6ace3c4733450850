using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Documents;

internal abstract record Table : Block
{
    public abstract int RowCount { get; }

    /// <summary>The table has no rows, or nothing but their names. It is not shown.</summary>
    public bool IsEmpty => RowCount == 0 || Columns.Count == 1;

    public IReadOnlyList<Column> Columns { get; protected set; } = [];

    /// <summary>A sentence directly below the table that explains it.</summary>
    public string? Legend { get; init; }
}

internal sealed record Cell(string Text, Tone Tone = Tone.Plain)
{
    /// <summary>The length of the bar that is drawn in the cell, from 0 to 1; null for none.</summary>
    public double? Bar { get; init; }

    public static implicit operator Cell(string text) => new(text);
}

/// <summary>
/// A column of a table. Of a table that is too wide for the terminal, the column with the highest drop rank is left out
/// first, and one with the rank 0 never.
/// </summary>
internal sealed record Column(string Heading, ColumnKind Kind, IReadOnlyList<Cell> Cells, int DropRank);

internal enum ColumnKind
{
    Number,
    Text,

    /// <summary>A bar, as wide as the other columns allow. Markdown leaves it out.</summary>
    Bar,

    /// <summary>A drawing made of characters. Markdown leaves it out.</summary>
    Drawing,

    /// <summary>Text too long for a column. A terminal shows it below its row.</summary>
    Remark,
}

/// <summary>A table whose columns show properties of the items in its rows.</summary>
internal sealed record Table<T>(IReadOnlyList<T> Rows) : Table
{
    public override int RowCount => Rows.Count;

    public Table<T> Add(string heading, ColumnKind kind, Func<T, Cell> getCell, int drop = 0)
    {
        Columns = [.. Columns, new Column(heading, kind, [.. Rows.Select(getCell)], drop)];
        return this;
    }

    public Table<T> Text(string heading, Func<T, string> getText, Tone tone = Tone.Plain, int drop = 0) =>
        Add(heading, ColumnKind.Text, row => new Cell(getText(row), tone), drop);

    public Table<T> Text(string heading, Func<T, string> getText, Func<T, Tone> getTone) =>
        Add(heading, ColumnKind.Text, row => new Cell(getText(row), getTone(row)));

    /// <summary>Adds a column of measured values with three significant digits.</summary>
    public Table<T> Number(string heading, Func<T, double?> getValue, Tone tone = Tone.Plain, int drop = 0) =>
        Add(heading, ColumnKind.Number, row => new Cell(FormatNumber(getValue(row)), tone), drop);

    /// <summary>Adds a column of whole numbers.</summary>
    public Table<T> Count(string heading, Func<T, double?> getValue, int drop = 0) =>
        Add(heading, ColumnKind.Number, row => FormatInteger(getValue(row)), drop);

    public Table<T> Bar(string heading, Func<T, double?> getShare) =>
        Add(heading, ColumnKind.Bar, row => new Cell("") { Bar = getShare(row) });

    /// <summary>Adds remarks, unless all of them are empty.</summary>
    public Table<T> Remark(string heading, Func<T, string?> getText) => Rows.All(row => getText(row) is null or "")
        ? this
        : Add(heading, ColumnKind.Remark, row => getText(row) ?? "");

    /// <summary>Leaves out the columns in which nothing was measured.</summary>
    public Table<T> WithoutEmptyColumns()
    {
        Columns = [.. Columns.Where(column => column.Kind == ColumnKind.Bar
            || column.Cells.Any(cell => cell.Text is not ("" or NotMeasured)))];
        return this;
    }
}
