namespace TwoTier.Load.Events;

/// <summary>
/// Runs an action periodically on a thread of its own, so that it delays neither the thread that measures nor those on
/// which responses arrive.
/// </summary>
internal sealed class PeriodicThread : IDisposable
{
    private readonly ManualResetEvent _endSignal = new(initialState: false);
    private readonly Thread _thread;

    public PeriodicThread(TimeSpan interval, Action action)
    {
        _thread = new Thread(() =>
        {
            while (!_endSignal.WaitOne(interval))
                action();
        })
        {
            IsBackground = true,
        };
        _thread.Start();
    }

    public void Dispose()
    {
        _endSignal.Set();
        _thread.Join();
        _endSignal.Dispose();
    }
}
