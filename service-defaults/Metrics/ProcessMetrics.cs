using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.Globalization;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Metrics of the process that the .NET runtime does not provide: network and disk I/O, anonymous memory, and sockets
/// in TIME_WAIT.
/// </summary>
internal sealed class ProcessMetrics : IDisposable
{
    public const string MeterName = "Testbed.Process";

    private const string IoFile = "/proc/self/io";
    private const string StatusFile = "/proc/self/status";
    private const string SocketFile = "/proc/self/net/sockstat";

    private readonly SocketByteCounters _socketCounters = new();

    public ProcessMetrics(IMeterFactory meters)
    {
        var meter = meters.Create(MeterName);
        ThreadPoolMetrics.AddInstruments(meter);
        meter.CreateObservableCounter("process.network.io", ReadNetworkBytes, "By",
            "Bytes sent and received through the sockets of the process, including loopback. Updated once a second.");
        if (OperatingSystem.IsLinux())
            AddLinuxMetrics(meter);
    }

    public void Dispose() => _socketCounters.Dispose();

    private static void AddLinuxMetrics(Meter meter)
    {
        meter.CreateObservableCounter("process.disk.io", ReadDiskBytes, "By",
            "Bytes that the process caused to be read from and written to block devices (/proc/self/io).");
        // Unlike the working set, anonymous memory excludes mapped files, such as the shared assemblies of the runtime.
        meter.CreateObservableGauge("process.memory.anonymous", ReadAnonymousBytes, "By",
            "Resident anonymous memory of the process (RssAnon in /proc/self/status).");
        meter.CreateObservableGauge("tcp.time_wait.sockets", ReadTimeWaitSockets, "{socket}",
            "TCP sockets in TIME_WAIT in the network namespace of the process (/proc/self/net/sockstat).");
    }

    private Measurement<long>[] ReadNetworkBytes() =>
    [
        WithDirection(_socketCounters.BytesReceived, "receive"),
        WithDirection(_socketCounters.BytesSent, "transmit"),
    ];

    private static Measurement<long>[] ReadDiskBytes()
    {
        var fields = File.ReadLines(IoFile).Select(line => line.Split(": "))
            .ToDictionary(field => field[0], field => long.Parse(field[1], CultureInfo.InvariantCulture));
        return [WithDirection(fields["read_bytes"], "read"), WithDirection(fields["write_bytes"], "write")];
    }

    // The line of /proc/self/status to parse: "RssAnon:          10240 kB"
    private static long ReadAnonymousBytes() => 1024 * long.Parse(
        ReadLine(StatusFile, "RssAnon:").Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2],
        CultureInfo.InvariantCulture);

    // The line of /proc/self/net/sockstat to parse: "TCP: inuse 7 orphan 0 tw 12 alloc 9 mem 1"
    private static int ReadTimeWaitSockets()
    {
        var words = ReadLine(SocketFile, "TCP:").Split(' ');
        return int.Parse(words[Array.IndexOf(words, "tw") + 1], CultureInfo.InvariantCulture);
    }

    private static string ReadLine(string file, string prefix) =>
        File.ReadLines(file).First(line => line.StartsWith(prefix, StringComparison.Ordinal));

    private static Measurement<long> WithDirection(long bytes, string direction) =>
        new(bytes, new KeyValuePair<string, object?>("direction", direction));

    /// <summary>
    /// Listens to the event counters of System.Net.Sockets, which count only the bytes of this process. The files in
    /// /proc/self/net count the bytes of the whole network namespace, and exist on Linux only.
    /// </summary>
    private sealed class SocketByteCounters : EventListener
    {
        private long _bytesReceived;
        private long _bytesSent;

        public long BytesReceived => Volatile.Read(ref _bytesReceived);

        public long BytesSent => Volatile.Read(ref _bytesSent);

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
            if (data.EventName is not "EventCounters" || data.Payload?[0] is not IDictionary<string, object> counter)
                return;

            switch (counter["Name"])
            {
                case "bytes-received":
                    Volatile.Write(ref _bytesReceived, Convert.ToInt64(counter["Mean"], CultureInfo.InvariantCulture));
                    break;
                case "bytes-sent":
                    Volatile.Write(ref _bytesSent, Convert.ToInt64(counter["Mean"], CultureInfo.InvariantCulture));
                    break;
            }
        }
    }
}
