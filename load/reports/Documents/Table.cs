namespace TwoTier.Load.Reports.Documents;

internal abstract record Table : Block
{
    public abstract int RowCount { get; }

    /// <summary>The table has no rows, or nothing but their names. It is not shown.</summary>
    public bool IsEmpty => RowCount == 0 || Columns.Count == 1;

    public IReadOnlyList<Column> Columns { get; protected set; } = [];
    public string? Legend { get; init; }

    /// <summary>Gets the headings and the texts of each row; nothing if there are no rows.</summary>
    public IReadOnlyList<IEnumerable<string>> GetTexts() => RowCount == 0 ? [] :
    [
        Columns.Select(column => column.Heading),
        .. Enumerable.Range(0, RowCount).Select(row => Columns.Select(column => column.Cells[row].Text)),
    ];

    /// <summary>Whether a terminal that is too narrow for the table leaves out columns.</summary>
    public bool DropsColumns { get; init; }
}

internal sealed record Cell(string Text, Tone Tone = Tone.Plain)
{
    public static implicit operator Cell(string text) => new(text);
}

internal sealed record Column(string Heading, bool IsNumber, IReadOnlyList<Cell> Cells, Medium Medium);

/// <summary>A table whose columns show properties of the items in its rows.</summary>
internal sealed record Table<T>(IReadOnlyList<T> Rows) : Table
{
    public override int RowCount => Rows.Count;

    public Table<T> Add(string heading, Func<T, Cell> getCell, bool isNumber = false, Medium medium = Medium.Any)
    {
        Columns = [.. Columns, new Column(heading, isNumber, [.. Rows.Select(getCell)], medium)];
        return this;
    }

    public Table<T> Text(string heading, Func<T, string> getText, Tone tone = Tone.Plain) =>
        Add(heading, row => new Cell(getText(row), tone));

    public Table<T> Text(
        string heading, Func<T, string> getText, Func<T, Tone> getTone, Medium medium = Medium.Any) =>
        Add(heading, row => new Cell(getText(row), getTone(row)), medium: medium);

    /// <summary>Adds a column of measured values with three significant digits.</summary>
    public Table<T> Number(
        string heading, Func<T, double?> getValue, Tone tone = Tone.Plain, Medium medium = Medium.Any) =>
        Add(heading, row => new Cell(FormatNumber(getValue(row)), tone), isNumber: true, medium);

    public Table<T> Count(string heading, Func<T, double?> getValue, Medium medium = Medium.Any) =>
        Add(heading, row => FormatInteger(getValue(row)), isNumber: true, medium);

    /// <summary>Adds remarks, unless all of them are empty.</summary>
    public Table<T> Remark(string heading, Func<T, string?> getText) =>
        Rows.All(row => getText(row) is null or "") ? this : Text(heading, row => getText(row) ?? "", Tone.Quiet);

    /// <summary>Leaves out the columns in which nothing was measured.</summary>
    public Table<T> WithoutEmptyColumns()
    {
        Columns = [.. Columns.Where(column => column.Cells.Any(cell => cell.Text is not ("" or NotMeasured)))];
        return this;
    }
}
