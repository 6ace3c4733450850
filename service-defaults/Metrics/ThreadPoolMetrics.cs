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
