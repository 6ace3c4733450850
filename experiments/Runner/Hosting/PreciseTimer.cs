using System.Runtime.InteropServices;

namespace Experiments.Hosting;

/// <summary>
/// Completes tasks at given times, some tenths of a millisecond late at most; Task.Delay is late by milliseconds. A
/// thread sleeps for as long as nothing can become due.
/// </summary>
internal sealed partial class PreciseTimer : IDisposable
{
    private static readonly TimeSpan ShortestSleep = TimeSpan.FromMicroseconds(100);
    private readonly PriorityQueue<TaskCompletionSource, long> _waiting = new();
    private readonly TimeSpan _longestSleep;
    private bool _isDisposed;

    /// <summary>Creates a timer for waits that are at least so long: the thread may sleep for that time.</summary>
    public PreciseTimer(TimeSpan shortestWait)
    {
        _longestSleep = shortestWait > ShortestSleep ? shortestWait : ShortestSleep;
        new Thread(Run) { IsBackground = true, Name = "Precise timer" }.Start();
    }

    /// <summary>Waits until a time on the clock of Stopwatch.</summary>
    public Task WaitAsync(long due)
    {
        if (due <= Stopwatch.GetTimestamp())
            return Task.CompletedTask;
        var wait = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_waiting)
        {
            _waiting.Enqueue(wait, due);
            Monitor.Pulse(_waiting);
        }

        return wait.Task;
    }

    public void Dispose()
    {
        lock (_waiting)
        {
            _isDisposed = true;
            Monitor.Pulse(_waiting);
        }
    }

    private void Run()
    {
        while (CompleteDue() is { } sleep)
        {
            if (OperatingSystem.IsWindows())
                Thread.Sleep(sleep);
            else
                _ = Sleep((uint)sleep.TotalMicroseconds);
        }
    }

    /// <returns>The time for which nothing becomes due; null after the timer was disposed.</returns>
    private TimeSpan? CompleteDue()
    {
        lock (_waiting)
        {
            while (_waiting.Count is 0 && !_isDisposed)
                Monitor.Wait(_waiting);
            if (_isDisposed)
                return null;
            while (_waiting.TryPeek(out var first, out var due))
            {
                var left = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), due);
                if (left > TimeSpan.Zero)
                    return left < _longestSleep ? left : _longestSleep;
                _waiting.Dequeue();
                first.SetResult();
            }

            return TimeSpan.Zero;
        }
    }

    [LibraryImport("libc", EntryPoint = "usleep")]
    private static partial int Sleep(uint microseconds);
}
