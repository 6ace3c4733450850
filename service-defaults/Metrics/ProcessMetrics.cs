using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Reflection;

namespace ServiceDefaults.Metrics;

/// <summary>Metrics of the process and of its thread pool that the .NET runtime does not provide.</summary>
internal sealed class ProcessMetrics : IDisposable
{
    public const string MeterName = "Testbed.Process";

    private readonly SocketByteCounters _sockets = new();

    public ProcessMetrics(IMeterFactory meters)
    {
        var meter = meters.Create(MeterName);
        meter.CreateObservableCounter<long>("process.network.io",
            () => [Count("receive", _sockets.Read("bytes-received")), Count("transmit", _sockets.Read("bytes-sent"))],
            "By",
            "Bytes sent and received through the sockets of the process, including loopback. Updated once a second.");
        meter.CreateObservableGauge("thread_pool.threads.busy",
            () => Read(ThreadPool.GetMaxThreads) - Read(ThreadPool.GetAvailableThreads), "{thread}",
            "Thread-pool threads in use. Equal to the thread count when the pool is saturated.");
        meter.CreateObservableGauge("thread_pool.threads.max", () => Read(ThreadPool.GetMaxThreads), "{thread}",
            "Largest number of threads that the pool may have (Runtime:MaxThreads).");
        meter.CreateObservableGauge("thread_pool.threads.min", () => Read(ThreadPool.GetMinThreads), "{thread}",
            "Number of threads that the pool creates without delay (Runtime:MinThreads).");
        var build = typeof(ProcessMetrics).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
            .InformationalVersion.Split('+');
        meter.CreateObservableGauge("build.info",
            () => new Measurement<int>(
                1, new("version", build[0]), new("commit", build.ElementAtOrDefault(1) ?? "unknown")),
            null, "Always 1. The labels are the version, and the commit from which it was built.");
        if (!OperatingSystem.IsLinux())
            return;
        meter.CreateObservableCounter<long>("process.disk.io",
            () => [Count("read", ReadIo("read_bytes:")), Count("write", ReadIo("write_bytes:"))], "By",
            "Bytes that the process caused to be read from and written to block devices (/proc/self/io).");
        // Unlike the working set, anonymous memory excludes mapped files, such as the shared assemblies of the runtime.
        meter.CreateObservableGauge("process.memory.anonymous",
            () => 1_024 * ReadField("/proc/self/status", "RssAnon:", 1), "By",
            "Resident anonymous memory of the process (RssAnon in /proc/self/status).");
        // TCP: inuse 7 orphan 0 tw 12 alloc 9 mem 1
        meter.CreateObservableGauge("tcp.time_wait.sockets",
            () => ReadField("/proc/self/net/sockstat", "TCP:", 6), "{socket}",
            "TCP sockets in TIME_WAIT in the network namespace of the process (/proc/self/net/sockstat).");
    }

    private delegate void ReadThreads(out int workers, out int ports);

    public void Dispose() => _sockets.Dispose();

    private static Measurement<long> Count(string direction, long bytes) =>
        new(bytes, new KeyValuePair<string, object?>("direction", direction));

    private static long ReadIo(string field) => ReadField("/proc/self/io", field, 1);

    /// <summary>Reads the word at a position of the line that begins with a word.</summary>
    private static long ReadField(string file, string firstWord, int position) => long.Parse(
        File.ReadLines(file).First(line => line.StartsWith(firstWord, StringComparison.Ordinal))
            .Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[position],
        CultureInfo.InvariantCulture);

    private static int Read(ReadThreads read)
    {
        read(out var workers, out _);
        return workers;
    }

    // The event counters of System.Net.Sockets count only the bytes of this process. The files in /proc/self/net count
    // those of the whole network namespace.
    private sealed class SocketByteCounters : EventListener
    {
        private readonly ConcurrentDictionary<object, long> _bytes = new();

        public long Read(string counter) => _bytes.GetValueOrDefault(counter);

        protected override void OnEventSourceCreated(EventSource source)
        {
            // At the level Critical, System.Net.Sockets emits only counters, and no event for each connection.
            if (source.Name is "System.Net.Sockets")
            {
                EnableEvents(source, EventLevel.Critical, EventKeywords.None,
                    new Dictionary<string, string?> { ["EventCounterIntervalSec"] = "1" });
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs data)
        {
            if (data.EventName is "EventCounters" && data.Payload?[0] is IDictionary<string, object> counter
                && counter.TryGetValue("Mean", out var value))
            {
                _bytes[counter["Name"]] = Convert.ToInt64(value, CultureInfo.InvariantCulture);
            }
        }
    }
}
