using System.Diagnostics.Tracing;
using System.Globalization;

namespace Studies.Studies.Clients;

/// <summary>
/// Adds up the bytes that this process allocates on the large object heap, from events of the .NET runtime. The runtime
/// raises one event per 100 kB, so that the sum of a hundred calls is exact to 1 kB per call.
/// </summary>
internal sealed class LargeObjectAllocations : EventListener
{
    private const EventKeywords GcEventKeyword = (EventKeywords)1;
    private const uint LargeObjectKind = 1;
    private long _bytes;

    public long AllocatedBytes => Volatile.Read(ref _bytes);

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name is "Microsoft-Windows-DotNETRuntime")
            EnableEvents(eventSource, EventLevel.Verbose, GcEventKeyword);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName?.StartsWith("GCAllocationTick", StringComparison.Ordinal) is true
            && Convert.ToUInt32(Get("AllocationKind"), CultureInfo.InvariantCulture) is LargeObjectKind)
            Interlocked.Add(ref _bytes, Convert.ToInt64(Get("AllocationAmount64"), CultureInfo.InvariantCulture));

        object? Get(string name) => eventData.Payload![eventData.PayloadNames!.IndexOf(name)];
    }
}
