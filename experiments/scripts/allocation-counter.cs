#:property PublishAot=false
#:property ServerGarbageCollection=true
// Shows that GC.GetTotalAllocatedBytes, and with it the metric dotnet.gc.heap.total_allocated, stands still after the
// adaptive Server GC has given up a heap: docs/reference.md.
//   dotnet run experiments/scripts/allocation-counter.cs                                           the count stands still
//   DOTNET_GCDynamicAdaptationMode=0 dotnet run experiments/scripts/allocation-counter.cs          the count is right
using System.Runtime;

Console.WriteLine($".NET {Environment.Version}, {Environment.ProcessorCount} processors, Server GC: {GCSettings.IsServerGC}");

// Many threads allocate for 8 s, so that the GC uses several heaps.
var end = Environment.TickCount64 + 8000;
var threads = Enumerable.Range(0, 2 * Environment.ProcessorCount).Select(_ => new Thread(AllocateMuch)).ToList();
threads.ForEach(thread => thread.Start());
threads.ForEach(thread => thread.Join());

// Then one thread allocates less, and compares its own count with that of the process.
for (var second = 1; second <= 10; second++)
{
    var (ofThread, ofProcess) = (GC.GetAllocatedBytesForCurrentThread(), GC.GetTotalAllocatedBytes());
    for (var i = 0; i < 500; i++)
    {
        for (var j = 0; j < 200; j++)
            GC.KeepAlive(new byte[1000]);
        Thread.Sleep(1);
    }

    ofThread = GC.GetAllocatedBytesForCurrentThread() - ofThread;
    ofProcess = GC.GetTotalAllocatedBytes() - ofProcess;
    var state = IsStalled() ? "stands still" : "counts";
    Console.WriteLine($"allocated {ofThread / 1e6:0.0} MB, counted {ofProcess / 1e6:0.0} MB: the counter {state}");
}

// How the services notice it: service-defaults/Metrics/AllocationCounter.cs.
static bool IsStalled()
{
    var before = GC.GetTotalAllocatedBytes();
    GC.KeepAlive(new byte[32_000]);
    return GC.GetTotalAllocatedBytes() == before;
}

void AllocateMuch()
{
    var live = new byte[2000][];
    for (var i = 0; Environment.TickCount64 < end; i++)
        live[i % live.Length] = new byte[1000];
}
