using Load.Sending;

namespace Load.Recording;

/// <summary>
/// What happened in one stretch of load, in fixed memory; any number of workers may record. The latencies are those of
/// every response read to its end, whatever its status, from the send to the last byte.
/// </summary>
/// <param name="time">Gives the timestamps; the stretch starts now.</param>
/// <param name="window">Planned length, where it is known: replies are then counted by quarter of a second too.</param>
internal sealed class Recorder(TimeProvider time, TimeSpan? window = null)
{
    /// <summary>Width of <see cref="Bins"/>.</summary>
    public static readonly TimeSpan BinWidth = TimeSpan.FromMilliseconds(250);

    private readonly long started = time.GetTimestamp();
    private readonly long[] statuses = new long[1000];
    private readonly long[] errors = new long[Enum.GetValues<TransportError>().Length];
    private readonly long[] bins = new long[(int)((window ?? TimeSpan.Zero) / BinWidth)];
    private long bytes;
    private long workers;
    private long workerTicks;
    private long lastTicks;

    public Histogram Latency { get; } = new();

    public long Bytes => Interlocked.Read(ref bytes);

    /// <summary>Responses read to their end.</summary>
    public long Replies => Latency.Count;

    public long TransportFailures => errors.Sum();

    public long Requests => Replies + TransportFailures;

    /// <summary>Responses with a 2xx status.</summary>
    public long Successes => statuses[200..300].Sum();

    /// <summary>Everything else: other statuses and transport errors.</summary>
    public long Errors => Requests - Successes;

    public IReadOnlyList<long> Bins => bins;

    /// <summary>Seconds until the last worker was done.</summary>
    public double Seconds => TimeSpan.FromTicks(Interlocked.Read(ref lastTicks)).TotalSeconds;

    /// <summary>
    /// Seconds that the workers were busy, on average. A worker that waits for the others at the end sends nothing, so
    /// a rate over <see cref="Seconds"/> would be too low by up to one latency, most for the slowest variant.
    /// </summary>
    public double BusySeconds => workers == 0 ? 0 : TimeSpan.FromTicks(Interlocked.Read(ref workerTicks)).TotalSeconds / workers;

    /// <summary>Successful responses per second until now, of a stretch that is under way.</summary>
    public double RateSoFar => Successes / time.GetElapsedTime(started).TotalSeconds;

    public SortedDictionary<int, long> Statuses() =>
        new(statuses.Select((n, status) => (n, status)).Where(x => x.n > 0).ToDictionary(x => x.status, x => x.n));

    public long CountOf(TransportError kind) => Interlocked.Read(ref errors[(int)kind]);

    /// <summary>What was no success, by name: statuses first, then transport errors.</summary>
    public IEnumerable<(string Name, long Count)> Failures() => Statuses()
        .Where(status => status.Key is < 200 or > 299)
        .Select(status => ($"{status.Key}", status.Value))
        .Concat(Enum.GetValues<TransportError>().Select(kind => (kind.Name(), CountOf(kind))).Where(e => e.Item2 > 0));

    public void Received(Reply reply, long sent, long received)
    {
        Interlocked.Increment(ref statuses[Math.Clamp(reply.Status, 0, statuses.Length - 1)]);
        Interlocked.Add(ref bytes, reply.Bytes);
        Latency.Record(time.GetElapsedTime(sent, received).Ticks * TimeSpan.NanosecondsPerTick);
        var bin = (int)(time.GetElapsedTime(started, received) / BinWidth);
        if (bin < bins.Length)
            Interlocked.Increment(ref bins[bin]);
    }

    public void Failed(TransportError kind) => Interlocked.Increment(ref errors[(int)kind]);

    public void WorkerDone(long at)
    {
        var ticks = time.GetElapsedTime(started, at).Ticks;
        Interlocked.Increment(ref workers);
        Interlocked.Add(ref workerTicks, ticks);
        for (var seen = Interlocked.Read(ref lastTicks); ticks > seen; seen = Interlocked.Read(ref lastTicks))
            Interlocked.CompareExchange(ref lastTicks, ticks, seen);
    }

    /// <summary>Adds another stretch's requests, not its time.</summary>
    public void Add(Recorder other)
    {
        for (var i = 0; i < statuses.Length; i++)
            Interlocked.Add(ref statuses[i], other.statuses[i]);
        for (var i = 0; i < errors.Length; i++)
            Interlocked.Add(ref errors[i], other.errors[i]);
        Interlocked.Add(ref bytes, other.Bytes);
        Latency.Add(other.Latency);
    }
}
