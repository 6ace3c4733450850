using System.Diagnostics.Metrics;

namespace ServiceDefaults.Metrics;

/// <summary>Bytes that the process sent, received, read and wrote: what the runtime's own meters do not report.</summary>
internal sealed class ProcessIo : IDisposable
{
    public const string MeterName = "Testbed.Process";

    private readonly SocketCounters _sockets = new();

    public ProcessIo(IMeterFactory meters)
    {
        var meter = meters.Create(MeterName);
        ProcessLevels.Add(meter);
        ProcessMemory.Add(meter);
        meter.CreateObservableCounter("process.network.io", Network, "By",
            "Bytes through the process's sockets, loopback included. At most a second old.");
        if (OperatingSystem.IsLinux())
        {
            meter.CreateObservableCounter("process.disk.io", Disk, "By",
                "Bytes that the process caused to be read from and written to block devices. Source: /proc/self/io.");
        }
    }

    public void Dispose() => _sockets.Dispose();

    private Measurement<long>[] Network() =>
        [Directed(_sockets.BytesReceived, "receive"), Directed(_sockets.BytesSent, "transmit")];

    private static Measurement<long>[] Disk()
    {
        var fields = File.ReadLines("/proc/self/io").Select(line => line.Split(": "))
            .ToDictionary(field => field[0], field => long.Parse(field[1]));
        return [Directed(fields["read_bytes"], "read"), Directed(fields["write_bytes"], "write")];
    }

    private static Measurement<long> Directed(long bytes, string direction) =>
        new(bytes, new KeyValuePair<string, object?>("direction", direction));
}
