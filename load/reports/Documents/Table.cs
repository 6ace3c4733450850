namespace TwoTier.Load.Reports.Documents;

internal abstract record Table : Block
{
    public abstract int RowCount { get; }

    /// <summary>The table has no rows, or nothing but their names. It is not shown.</summary>
    public bool IsEmpty => RowCount == 0 || Columns.Count == 1;

    public IReadOnlyList<Column> Columns { get; protected set; } = [];
    public string? Legend { get; init; }
}

internal sealed record Cell(string Text, Tone Tone = Tone.Plain)
{
    public static implicit operator Cell(string text) => new(text);
}

/// <summary>A column of a table. A detail is shown in Markdown only, because a terminal has less room.</summary>
internal sealed record Column(string Heading, bool IsNumber, IReadOnlyList<Cell> Cells, bool IsDetail);

/// <summary>A table whose columns show properties of the items in its rows.</summary>
internal sealed record Table<T>(IReadOnlyList<T> Rows) : Table
{
    public override int RowCount => Rows.Count;

    public Table<T> Add(string heading, Func<T, Cell> getCell, bool isNumber = false, bool isDetail = false)
    {
        Columns = [.. Columns, new Column(heading, isNumber, [.. Rows.Select(getCell)], isDetail)];
        return this;
    }

    public Table<T> Text(string heading, Func<T, string> getText, Tone tone = Tone.Plain, bool isDetail = false) =>
        Add(heading, row => new Cell(getText(row), tone), isDetail: isDetail);

    public Table<T> Text(string heading, Func<T, string> getText, Func<T, Tone> getTone) =>
        Add(heading, row => new Cell(getText(row), getTone(row)));

    /// <summary>Adds a column of measured values with three significant digits.</summary>
    public Table<T> Number(string heading, Func<T, double?> getValue, Tone tone = Tone.Plain, bool isDetail = false) =>
        Add(heading, row => new Cell(FormatNumber(getValue(row)), tone), isNumber: true, isDetail);

    public Table<T> Count(string heading, Func<T, double?> getValue, bool isDetail = false) =>
        Add(heading, row => FormatInteger(getValue(row)), isNumber: true, isDetail);

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
