namespace TwoTier.Load.Engine;

/// <summary>
/// Sees when the load tool itself stands still while it sends load: stopped by a signal, in a garbage collection, or on
/// a virtual machine that gets no CPU. A closed loop has no schedule by which it could tell such a pause from a slow
/// target. A thread wakes every 10 ms, and notices when it wakes too late. It is prioritized like that of the pacer, so
/// that it is not late only because other threads are busy.
/// </summary>
internal sealed class Heartbeat(TimeProvider time, TimeSpan minPause) : IDisposable
{
    /// <summary>
    /// The shortest pause that is recorded: five heartbeats in succession. Without the right to a higher priority, the
    /// scheduler of a busy machine delays a thread by up to tens of milliseconds.
    /// </summary>
    public static readonly TimeSpan DefaultMinPause = TimeSpan.FromMilliseconds(50);

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(10);

    private readonly Lock _gate = new();
    private readonly List<PauseWatch> _watches = [];
    private volatile bool _hasEnded;

    public void Start() => new Thread(Run) { IsBackground = true, Name = "heartbeat" }.Start();

    public PauseWatch Watch(Measurement measurement)
    {
        var watch = new PauseWatch(this, measurement) { LastBeat = time.GetTimestamp() };
        lock (_gate)
            _watches.Add(watch);
        return watch;
    }

    public void Beat()
    {
        lock (_gate)
            _watches.ForEach(Beat);
    }

    public void Dispose() => _hasEnded = true;

    private void Beat(PauseWatch watch)
    {
        var now = time.GetTimestamp();
        var pause = time.GetElapsedTime(watch.LastBeat, now) - Interval;
        watch.LastBeat = now;
        if (pause < minPause)
            return;
        watch.RecordPause(pause, now - (long)(pause.TotalSeconds * time.TimestampFrequency));
    }

    private void Run()
    {
        RealtimeThread.PrioritizeCurrentThread();
        while (!_hasEnded)
        {
            Thread.Sleep(Interval);
            Beat();
        }
    }

    internal sealed class PauseWatch(Heartbeat heartbeat, Measurement measurement) : IDisposable
    {
        private readonly List<Connection> _connections = [];

        public long LastBeat { get; set; }

        /// <summary>Counts the requests of a connection that are in flight during a pause.</summary>
        public void Add(Connection connection)
        {
            lock (_connections)
                _connections.Add(connection);
        }

        public void RecordPause(TimeSpan pause, long start)
        {
            lock (_connections)
                measurement.RecordPause(pause, _connections.Count(connection => connection.TryCountInFlight(start)));
        }

        public void Dispose()
        {
            lock (heartbeat._gate)
            {
                heartbeat.Beat(this);
                heartbeat._watches.Remove(this);
            }
        }
    }
}
