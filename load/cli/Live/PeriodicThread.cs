namespace TwoTier.Load.Cli.Live;

/// <summary>
/// Runs an action periodically on a dedicated thread, so that the CPU time of the thread is the cost of the action.
/// </summary>
internal sealed class PeriodicThread : IDisposable
{
    private readonly ManualResetEvent _endSignal = new(initialState: false);
    private readonly Thread _thread;

    /// <summary>Starts the thread that calls the action periodically.</summary>
    public PeriodicThread(TimeSpan interval, Action action, MonitoringCost cost)
    {
        _thread = new Thread(() =>
        {
            while (!_endSignal.WaitOne(interval))
                cost.Measure(action);
        })
        {
            IsBackground = true,
        };
        _thread.Start();
    }

    /// <summary>Stops the thread, and waits for a call to the action that is in progress.</summary>
    public void Dispose()
    {
        _endSignal.Set();
        _thread.Join();
        _endSignal.Dispose();
    }
}
