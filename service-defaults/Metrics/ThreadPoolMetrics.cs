using System.Diagnostics.Metrics;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Gauges of the thread pool that the .NET runtime does not provide, and that explain why requests stall.
/// </summary>
internal static class ThreadPoolMetrics
{
    public static void AddInstruments(Meter meter)
    {
        meter.CreateObservableGauge("thread_pool.threads.busy", ReadBusyThreads, "{thread}",
            "Thread-pool threads in use. Equal to the thread count when the pool is saturated.");
        meter.CreateObservableGauge("thread_pool.threads.max", ReadMaxThreads, "{thread}",
            "Largest number of threads that the pool may have (Runtime:MaxThreads).");
        meter.CreateObservableGauge("thread_pool.threads.min", ReadMinThreads, "{thread}",
            "Number of threads that the pool creates without delay (Runtime:MinThreads).");
    }

    private static int ReadBusyThreads()
    {
        ThreadPool.GetAvailableThreads(out var available, out _);
        return ReadMaxThreads() - available;
    }

    private static int ReadMaxThreads()
    {
        ThreadPool.GetMaxThreads(out var max, out _);
        return max;
    }

    private static int ReadMinThreads()
    {
        ThreadPool.GetMinThreads(out var min, out _);
        return min;
    }
}

/// <summary>
/// Samples the thread pool on a dedicated thread and exports the peak values. A scrape alone would miss the peaks:
/// while every pool thread is blocked no scrape is answered, and afterwards the queue is empty again.
/// </summary>
internal sealed class ThreadPoolPeakMonitor : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    private readonly ManualResetEventSlim _stopped = new();
    private readonly Thread _thread;
    private int _peakThreads;
    private long _peakQueuedItems;
    private long _peakWorkingSet;

    public ThreadPoolPeakMonitor(IMeterFactory meters)
    {
        var meter = meters.Create(ProcessMetrics.MeterName);
        meter.CreateObservableGauge("thread_pool.threads.peak", () => Volatile.Read(ref _peakThreads), "{thread}",
            "Largest number of thread-pool threads since the process started. Recorded if Runtime:WatchPool is true.");
        meter.CreateObservableGauge("thread_pool.queue.peak", () => Volatile.Read(ref _peakQueuedItems), "{work_item}",
            "Largest number of work items in the queue of the thread pool since the process started. Recorded if "
            + "Runtime:WatchPool is true.");
        meter.CreateObservableGauge("process.memory.peak", () => Volatile.Read(ref _peakWorkingSet), "By",
            "Largest working set since the process started. Recorded if Runtime:WatchPool is true.");
        _thread = new Thread(SamplePeaks) { IsBackground = true, Name = nameof(ThreadPoolPeakMonitor) };
        _thread.Start();
    }

    public void Dispose()
    {
        _stopped.Set();
        _thread.Join();
        _stopped.Dispose();
    }

    private void SamplePeaks()
    {
        do
        {
            Volatile.Write(ref _peakThreads, Math.Max(_peakThreads, ThreadPool.ThreadCount));
            Volatile.Write(ref _peakQueuedItems, Math.Max(_peakQueuedItems, ThreadPool.PendingWorkItemCount));
            Volatile.Write(ref _peakWorkingSet, Math.Max(_peakWorkingSet, Environment.WorkingSet));
        }
        while (!_stopped.Wait(Interval));
    }
}
