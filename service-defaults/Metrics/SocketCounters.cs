using System.Diagnostics.Tracing;

namespace ServiceDefaults.Metrics;

/// <summary>
/// The event counters of System.Net.Sockets. /proc/self/net would give those of the whole network namespace, and only on
/// Linux.
/// </summary>
internal sealed class SocketCounters : EventListener
{
    private long _bytesReceived;
    private long _bytesSent;

    public long BytesReceived => Volatile.Read(ref _bytesReceived);

    public long BytesSent => Volatile.Read(ref _bytesSent);

    protected override void OnEventSourceCreated(EventSource source)
    {
        // Above Critical nothing but the counters is emitted: no event per connection.
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
                Volatile.Write(ref _bytesReceived, Convert.ToInt64(counter["Mean"]));
                break;
            case "bytes-sent":
                Volatile.Write(ref _bytesSent, Convert.ToInt64(counter["Mean"]));
                break;
        }
    }
}
