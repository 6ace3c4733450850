using System.Diagnostics.Metrics;
using ServiceDefaults.Metrics;

namespace ServiceDefaults.Runtime;

/// <summary>
/// Looks at the pool on a thread of its own, and reports the highest it has seen: while every pool thread is blocked nobody
/// answers a scrape, and afterwards the queue is empty.
/// </summary>
internal sealed class PoolWatch : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    private readonly ManualResetEventSlim _ended = new();
    private readonly Thread _thread;
    private int _threads;
    private long _queued;
    private long _bytes;

    public PoolWatch(IMeterFactory meters)
    {
        var meter = meters.Create(ProcessIo.MeterName);
        meter.CreateObservableGauge("thread_pool.threads.peak", () => Volatile.Read(ref _threads), "{thread}",
            "Most pool threads since the start. Only with Runtime:WatchPool, as the next two.");
        meter.CreateObservableGauge("thread_pool.queue.peak", () => Volatile.Read(ref _queued), "{work_item}",
            "Most work items that waited for a pool thread since the start.");
        meter.CreateObservableGauge("process.memory.peak", () => Volatile.Read(ref _bytes), "By",
            "Largest working set since the start.");
        _thread = new Thread(Watch) { IsBackground = true, Name = nameof(PoolWatch) };
        _thread.Start();
    }

    public void Dispose()
    {
        _ended.Set();
        _thread.Join();
        _ended.Dispose();
    }

    private void Watch()
    {
        do
        {
            Volatile.Write(ref _threads, Math.Max(_threads, ThreadPool.ThreadCount));
            Volatile.Write(ref _queued, Math.Max(_queued, ThreadPool.PendingWorkItemCount));
            Volatile.Write(ref _bytes, Math.Max(_bytes, Environment.WorkingSet));
        }
        while (!_ended.Wait(Interval));
    }
}
