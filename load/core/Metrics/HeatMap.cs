namespace TwoTier.Load.Metrics;

/// <summary>
/// Counts responses in a grid: one axis is the time at which a response arrived, the other its latency on a logarithmic
/// scale. One thread adds; others may read at the same time.
/// </summary>
internal sealed class HeatMap
{
    /// <summary>The number of latency ranges (rows) of a heat map.</summary>
    public const int RowCount = 40;

    /// <summary>
    /// The lower end of the latency scale, in milliseconds. A lower latency is counted in the first row.
    /// </summary>
    public const double LowestMs = 0.1;

    /// <summary>
    /// The upper end of the latency scale, in milliseconds. A higher latency is counted in the last row.
    /// </summary>
    public const double HighestMs = 10_000;

    /// <summary>The length of time that one column of a heat map covers.</summary>
    public static readonly TimeSpan ColumnWidth = TimeSpan.FromMilliseconds(250);

    private static readonly double RowsPerUnit = RowCount / Math.Log(HighestMs / LowestMs);

    // A column is allocated when the first response falls into it.
    private readonly long[]?[] _columns;

    public HeatMap(int columns)
        : this(new long[]?[columns])
    {
    }

    private HeatMap(long[]?[] columns) => _columns = columns;

    /// <summary>The number of columns.</summary>
    public int ColumnCount => _columns.Length;

    /// <summary>
    /// Appends the columns of several heat maps in order. The result is empty if any of the heat maps is empty.
    /// </summary>
    public static HeatMap Concat(IReadOnlyList<HeatMap> parts) =>
        new(parts.Any(part => part.ColumnCount == 0) ? [] : [.. parts.SelectMany(part => part._columns)]);

    /// <summary>Counts a response in the heat map.</summary>
    public void Add(TimeSpan sinceStart, TimeSpan latency)
    {
        var column = sinceStart.Ticks / ColumnWidth.Ticks;
        if (column < _columns.Length)
            (_columns[column] ??= new long[RowCount])[GetRow(latency.TotalMilliseconds)]++;
    }

    /// <summary>Adds the counts of another heat map with the same number of columns.</summary>
    public void Add(HeatMap other)
    {
        for (var column = 0; column < _columns.Length; column++)
        {
            for (var row = 0; other._columns[column] is { } counts && row < RowCount; row++)
                (_columns[column] ??= new long[RowCount])[row] += counts[row];
        }
    }

    /// <summary>
    /// Gets the response counts of each column, in order of time. Each column starts with the lowest latency range.
    /// </summary>
    public IEnumerable<long[]> GetColumns() => _columns.Select(column => column ?? new long[RowCount]);

    /// <summary>Formats the response counts as text: columns are separated by | and rows by a space.</summary>
    public string Encode() => string.Join('|', GetColumns().Select(column => string.Join(' ', column)));

    private static int GetRow(double ms) =>
        (int)Math.Clamp(Math.Log(ms / LowestMs) * RowsPerUnit, 0, RowCount - 1);
}
