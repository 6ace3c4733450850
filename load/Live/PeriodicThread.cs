namespace Load.Live;

/// <summary>
/// Runs an action periodically on a thread of its own, so that the CPU time of the thread is the cost of the action.
/// </summary>
internal sealed class PeriodicThread : IDisposable
{
    private readonly ManualResetEvent _ended = new(initialState: false);
    private readonly Thread _thread;

    /// <summary>Starts the thread.</summary>
    /// <param name="interval">The time between two calls of the action.</param>
    /// <param name="action">The action, which must not throw.</param>
    /// <param name="cost">Adds up the CPU time of the action.</param>
    public PeriodicThread(TimeSpan interval, Action action, MonitoringCost cost)
    {
        _thread = new Thread(() =>
        {
            while (!_ended.WaitOne(interval))
                cost.Measure(action);
        })
        {
            IsBackground = true,
        };
        _thread.Start();
    }

    /// <summary>Stops the thread, and waits for a call that is in progress.</summary>
    public void Dispose()
    {
        _ended.Set();
        _thread.Join();
        _ended.Dispose();
    }
}
