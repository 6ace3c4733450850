namespace ServiceDefaults.Metrics;

/// <summary>
/// The runtime's count of allocated bytes, which can stand still. The adaptive Server GC (DATAS) adds up only the heaps
/// that it currently uses, and the runtime returns the highest sum so far. After the GC has given up a heap, the count
/// does not change until the remaining heaps have allocated as much as the one that was given up: for minutes or for
/// good. docs/allocation-counter.md shows this.
/// </summary>
/// <param name="getCount">The function that gets the count; null for the count of the runtime.</param>
internal sealed class AllocationCounter(Func<long>? getCount = null)
{
    /// <summary>The name of the .NET instrument that exports the count.</summary>
    public const string InstrumentName = "dotnet.gc.heap.total_allocated";

    // More than the 8 KB that a thread takes from its heap at a time, so that the heap must count the allocation. Less
    // than the 85,000 bytes of an object on the large object heap.
    private const int ProbeBytes = 32_000;

    private readonly Func<long> _getCount = getCount ?? (() => GC.GetTotalAllocatedBytes());

    /// <summary>
    /// Returns whether the count stands still: whether it misses an allocation that this method makes.
    /// </summary>
    public bool IsStalled()
    {
        var before = _getCount();
        GC.KeepAlive(new byte[ProbeBytes]);
        return _getCount() == before;
    }
}
