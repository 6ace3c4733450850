using System.Diagnostics.Metrics;
using System.Globalization;

namespace ServiceDefaults.Metrics;

/// <summary>Levels that explain a stall and that the runtime does not report: busy pool threads, their cap, TIME_WAIT.</summary>
internal static class ProcessLevels
{
    private const string SocketStatistics = "/proc/self/net/sockstat";

    public static void Add(Meter meter)
    {
        meter.CreateObservableGauge("thread_pool.threads.busy", Busy, "{thread}",
            "Pool threads that run something, or wait in it. As many as there are threads: none is free.");
        meter.CreateObservableGauge("thread_pool.threads.max", Most, "{thread}",
            "How many threads the pool may grow to: Runtime:MaxThreads.");
        meter.CreateObservableGauge("thread_pool.threads.min", Least, "{thread}",
            "How many threads the pool starts without waiting: Runtime:MinThreads.");
        if (File.Exists(SocketStatistics))
        {
            meter.CreateObservableGauge("tcp.time_wait.sockets", TimeWaits, "{socket}",
                "TCP connections of the whole network namespace that are closed and keep their port. Source: sockstat.");
        }
    }

    private static int Most()
    {
        ThreadPool.GetMaxThreads(out var most, out _);
        return most;
    }

    private static int Least()
    {
        ThreadPool.GetMinThreads(out var least, out _);
        return least;
    }

    private static int Busy()
    {
        ThreadPool.GetAvailableThreads(out var available, out _);
        return Most() - available;
    }

    // TCP: inuse 7 orphan 0 tw 12 alloc 9 mem 1
    private static int TimeWaits()
    {
        var words = File.ReadLines(SocketStatistics).First(line => line.StartsWith("TCP:", StringComparison.Ordinal)).Split(' ');
        return int.Parse(words[Array.IndexOf(words, "tw") + 1], CultureInfo.InvariantCulture);
    }
}
