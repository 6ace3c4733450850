namespace TwoTier.Load.Metrics;

/// <summary>
/// Counts responses in a grid: one axis is the time at which a response arrived, the other its latency on a logarithmic
/// scale. Thread-safe for concurrent additions.
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

    private readonly long[] _cells;

    public HeatMap(int columns)
        : this(new long[columns * RowCount])
    {
    }

    private HeatMap(long[] cells) => _cells = cells;

    /// <summary>
    /// Appends the columns of several heat maps in order. The result is empty if any of the heat maps is empty.
    /// </summary>
    public static HeatMap Concat(IEnumerable<HeatMap> parts)
    {
        long[][] cells = [.. parts.Select(part => part._cells)];
        return new HeatMap(cells.Any(part => part.Length == 0) ? [] : [.. cells.SelectMany(part => part)]);
    }

    /// <summary>Counts a response in the heat map.</summary>
    public void Add(TimeSpan sinceStart, TimeSpan latency)
    {
        var column = (int)(sinceStart / ColumnWidth);
        if (column < _cells.Length / RowCount)
            Interlocked.Increment(ref _cells[column * RowCount + GetRow(latency.TotalMilliseconds)]);
    }

    /// <summary>
    /// Gets the response counts of each column, in order of time. Each column starts with the lowest latency range.
    /// </summary>
    public IEnumerable<long[]> GetColumns() => _cells.Chunk(RowCount);

    /// <summary>Formats the response counts as text: columns are separated by | and rows by a space.</summary>
    public string Encode() => string.Join('|', GetColumns().Select(column => string.Join(' ', column)));

    private static int GetRow(double ms) =>
        (int)Math.Clamp(Math.Log(ms / LowestMs) / Math.Log(HighestMs / LowestMs) * RowCount, 0, RowCount - 1);
}
