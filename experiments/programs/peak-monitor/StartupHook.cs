// Studies load this into a service with the environment variable DOTNET_STARTUP_HOOKS, to learn the largest number of
// threads, of waiting work items and of requests at the same time, and the largest memory. A scrape alone would miss
// these peaks: while every thread of the pool is blocked, no scrape is answered, and afterwards the queue is empty.
using System.Diagnostics.Metrics;

/// <summary>
/// Records peak values in the process of a service, from before its Main method on. The .NET runtime requires a class
/// with this name and without a namespace.
/// </summary>
internal static class StartupHook
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);
    private static readonly Meter Meter = new("Testbed.PeakMonitor");
    private static readonly MeterListener Requests = new();
    private static readonly Lock Lock = new();
    private static long _peakThreads;
    private static long _peakQueuedItems;
    private static long _peakWorkingSet;
    private static long _activeRequests;
    private static long _peakRequests;

    public static void Initialize()
    {
        AddGauge("thread_pool.threads.peak", () => Volatile.Read(ref _peakThreads), "{thread}",
            "Largest number of thread-pool threads.");
        AddGauge("thread_pool.queue.peak", () => Volatile.Read(ref _peakQueuedItems), "{work_item}",
            "Largest number of work items in the queue of the thread pool.");
        AddGauge("process.memory.peak", () => Volatile.Read(ref _peakWorkingSet), "By", "Largest working set.");
        AddGauge("http.server.active_requests.peak", () => Volatile.Read(ref _peakRequests), "{request}",
            "Largest number of requests that were processed at the same time.");
        Requests.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Name is "http.server.active_requests")
                listener.EnableMeasurementEvents(instrument);
        };
        Requests.SetMeasurementEventCallback<long>((_, change, _, _) =>
            RaiseTo(ref _peakRequests, Interlocked.Add(ref _activeRequests, change)));
        Requests.Start();
        new Thread(Sample) { IsBackground = true, Name = "Peak monitor" }.Start();
    }

    private static void AddGauge(string name, Func<long> read, string unit, string description) =>
        Meter.CreateObservableGauge(name, read, unit, $"{description} Since the start of the process.");

    // A thread of its own samples even while all threads of the pool are blocked.
    private static void Sample()
    {
        while (true)
        {
            RaiseTo(ref _peakThreads, ThreadPool.ThreadCount);
            RaiseTo(ref _peakQueuedItems, ThreadPool.PendingWorkItemCount);
            RaiseTo(ref _peakWorkingSet, Environment.WorkingSet);
            Thread.Sleep(Interval);
        }
    }

    private static void RaiseTo(ref long peak, long value)
    {
        lock (Lock)
            peak = Math.Max(peak, value);
    }
}
