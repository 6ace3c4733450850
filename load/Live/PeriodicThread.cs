namespace Load.Live;

/// <summary>Does something again and again, on a thread of its own: what it takes is then the thread's CPU time.</summary>
internal sealed class PeriodicThread : IDisposable
{
    private readonly ManualResetEvent _ended = new(initialState: false);
    private readonly Thread _thread;

    /// <param name="every">How often.</param>
    /// <param name="act">Must not throw.</param>
    /// <param name="cost">Gets what it takes.</param>
    public PeriodicThread(TimeSpan every, Action act, MonitoringCost cost)
    {
        _thread = new Thread(() =>
        {
            while (!_ended.WaitOne(every))
                cost.Measure(act);
        })
        {
            IsBackground = true,
        };
        _thread.Start();
    }

    /// <summary>Waits for what is under way.</summary>
    public void Dispose()
    {
        _ended.Set();
        _thread.Join();
        _ended.Dispose();
    }
}
