using System.Diagnostics.Tracing;
using System.Globalization;
using Benchmarks.Studies;

namespace Benchmarks.Demonstrations;

/// <summary>
/// Bytes that a call allocates on the large object heap, which only the most expensive collection clears: objects of 85,000
/// bytes and more. From the runtime's own events, one for each 100 kB and so exact to 1 kB over a hundred calls.
/// </summary>
internal static class LargeObjects
{
    private const int Calls = 100;

    public static async Task RunAsync(TextWriter output)
    {
        using var events = new Allocations();
        await output.WriteLineAsync($"bytes allocated for a call, and of them on the large object heap, over {Calls} calls");
        foreach (var kind in (string[])["documents", "texts"])
        {
            foreach (var bytes in (int[])[1_000, 40_000, 400_000, 4_000_000])
            {
                var study = new ResponseBuffering { Kind = kind, Bytes = bytes };
                await PrintAsync(output, events, $"{kind}/{bytes}", "ResponseContentRead", study.Buffered);
                await PrintAsync(output, events, $"{kind}/{bytes}", "ResponseHeadersRead", study.HeadersRead);
                await PrintAsync(output, events, $"{kind}/{bytes}", "GetStreamAsync", study.GetStream);
                study.DisposeClient();
            }
        }
    }

    private static async Task PrintAsync(TextWriter output, Allocations events, string document, string way, Func<Task<object?>> call)
    {
        await call();
        var (all, large) = (GC.GetTotalAllocatedBytes(precise: true), events.Large);
        for (var i = 0; i < Calls; i++)
            await call();
        (all, large) = (GC.GetTotalAllocatedBytes(precise: true) - all, events.Large - large);
        await output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"  {document,-20}{way,-22}{all / Calls,12}{large / Calls,12}"));
    }

    private sealed class Allocations : EventListener
    {
        private const EventKeywords Collector = (EventKeywords)1;
        private const uint LargeObject = 1;
        private long _large;

        public long Large => Volatile.Read(ref _large);

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name is "Microsoft-Windows-DotNETRuntime")
                EnableEvents(source, EventLevel.Verbose, Collector);
        }

        protected override void OnEventWritten(EventWrittenEventArgs data)
        {
            if (data.EventName?.StartsWith("GCAllocationTick", StringComparison.Ordinal) is true
                && data.Payload is { } payload && Convert.ToUInt32(payload[data.PayloadNames!.IndexOf("AllocationKind")], CultureInfo.InvariantCulture) is LargeObject)
                Interlocked.Add(ref _large, Convert.ToInt64(payload[data.PayloadNames.IndexOf("AllocationAmount64")], CultureInfo.InvariantCulture));
        }
    }
}
