namespace TwoTier.Load.Http.DataSources;

/// <summary>Calculates which row of a data source belongs to a request.</summary>
internal static class RowNumber
{
    // The offset between blocks of 2^31 request indices. It is a prime, so that each block starts at a different
    // number.
    private const long BlockOffset = 7_919_003;

    /// <summary>
    /// Gets the number of the row, which a data source reduces to its range. The request indices of each round of a
    /// comparison, and of its warm-up, start at a multiple of 2^32. Reduced to a power of two, each of these multiples
    /// would become the number 0, so each block of 2^31 indices gets an offset. With a power of two of rows, a quarter
    /// of them can then be the first of a round. Indices below 2^31 stay as they are.
    /// </summary>
    public static long FromRequestIndex(long index) => index + (index >> 31) * BlockOffset;
}
