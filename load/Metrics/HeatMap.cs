namespace Load.Metrics;

/// <summary>
/// Counts of responses by time and by latency, the latter on a logarithmic scale. Any number of threads may add to it.
/// </summary>
internal sealed class HeatMap
{
    public const int RowCount = 40;

    /// <summary>A latency beyond either end counts in the row at that end.</summary>
    public const double LowestMs = 0.1;

    public const double HighestMs = 10_000;

    public static readonly TimeSpan ColumnWidth = TimeSpan.FromMilliseconds(250);

    private readonly long[] _cells;

    /// <param name="columns">Quarters of a second; a response after the last one is left out.</param>
    public HeatMap(int columns)
        : this(new long[columns * RowCount])
    {
    }

    private HeatMap(long[] cells) => _cells = cells;

    /// <summary>One after the other; nothing where one of them has no columns.</summary>
    public static HeatMap Concat(IEnumerable<HeatMap> parts)
    {
        long[][] cells = [.. parts.Select(part => part._cells)];
        return new HeatMap(cells.Any(part => part.Length == 0) ? [] : [.. cells.SelectMany(part => part)]);
    }

    public void Add(TimeSpan sinceStart, TimeSpan latency)
    {
        var column = (int)(sinceStart / ColumnWidth);
        if (column < _cells.Length / RowCount)
            Interlocked.Increment(ref _cells[column * RowCount + GetRow(latency.TotalMilliseconds)]);
    }

    /// <summary>The counts of each column, lowest latency first.</summary>
    public IEnumerable<long[]> GetColumns() => _cells.Chunk(RowCount);

    private static int GetRow(double ms) =>
        (int)Math.Clamp(Math.Log(ms / LowestMs) / Math.Log(HighestMs / LowestMs) * RowCount, 0, RowCount - 1);
}
