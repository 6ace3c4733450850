namespace Load.Metrics;

/// <summary>
/// Counts responses by the time they arrived and by their latency on a logarithmic scale. Threads may add
/// concurrently.
/// </summary>
internal sealed class HeatMap
{
    /// <summary>The number of latency ranges.</summary>
    public const int RowCount = 40;

    /// <summary>The lower end of the scale, in milliseconds; a lower latency counts in the first row.</summary>
    public const double LowestMs = 0.1;

    /// <summary>The upper end of the scale, in milliseconds; a higher latency counts in the last row.</summary>
    public const double HighestMs = 10_000;

    /// <summary>The time that a column covers.</summary>
    public static readonly TimeSpan ColumnWidth = TimeSpan.FromMilliseconds(250);

    private readonly long[] _cells;

    /// <param name="columns">
    /// The number of columns; a response that arrives after the last one is not counted.
    /// </param>
    public HeatMap(int columns)
        : this(new long[columns * RowCount])
    {
    }

    private HeatMap(long[] cells) => _cells = cells;

    /// <summary>Appends the columns of several maps; the result is empty if one of them is.</summary>
    public static HeatMap Concat(IEnumerable<HeatMap> parts)
    {
        long[][] cells = [.. parts.Select(part => part._cells)];
        return new HeatMap(cells.Any(part => part.Length == 0) ? [] : [.. cells.SelectMany(part => part)]);
    }

    /// <summary>Counts a response.</summary>
    /// <param name="sinceStart">The time from the start of the map to the response.</param>
    /// <param name="latency">The latency of the response.</param>
    public void Add(TimeSpan sinceStart, TimeSpan latency)
    {
        var column = (int)(sinceStart / ColumnWidth);
        if (column < _cells.Length / RowCount)
            Interlocked.Increment(ref _cells[column * RowCount + GetRow(latency.TotalMilliseconds)]);
    }

    /// <summary>Gets the counts of each column in order of time, each with the lowest latency first.</summary>
    public IEnumerable<long[]> GetColumns() => _cells.Chunk(RowCount);

    private static int GetRow(double ms) =>
        (int)Math.Clamp(Math.Log(ms / LowestMs) / Math.Log(HighestMs / LowestMs) * RowCount, 0, RowCount - 1);
}
