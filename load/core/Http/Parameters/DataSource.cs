namespace TwoTier.Load.Http.Parameters;

/// <summary>
/// Parameter values, such as those of a file. The row of a number, which readRow reduces to its range, is read by
/// several threads at a time.
/// </summary>
internal sealed class DataSource(string description, IReadOnlyList<string> names, Func<long, string[]> readRow)
{
    // The request indices of each round of a comparison, and of its warm-up, start at a multiple of 2^32. Reduced to a
    // power of two, each of these multiples would become the number 0, so each block of 2^31 indices gets an offset, a
    // prime. With a power of two of rows, a quarter of them can then be the first of a round.
    private const long BlockOffset = 7_919_003;

    public string Description => description;
    public IReadOnlyList<string> Names => names;

    public string[] GetRow(long index) => readRow(index + (index >> 31) * BlockOffset);
}
