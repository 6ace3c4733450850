namespace TwoTier.Load.Engine;

/// <summary>
/// Calls back when each request of an open loop is due, independently of the responses. The pacer has a dedicated
/// thread, because timers and the thread pool are late by milliseconds.
/// </summary>
internal sealed class OpenLoopPacer(
    RequestSchedule schedule, long firstIndex, TimeProvider time, Action<TimeSpan> sleep, CancellationToken stop)
{
    // The longest time that the pacer sleeps before it checks for a stop. The time is so short that a low arrival rate
    // does not delay a stop.
    private static readonly TimeSpan MaxSleep = TimeSpan.FromMilliseconds(50);

    /// <summary>Calls back for each arrival of the schedule, and completes after the last arrival.</summary>
    public Task RunAsync(Action<Arrival> onArrival) => Task.Factory.StartNew(
        () => PaceArrivals(onArrival), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private void PaceArrivals(Action<Arrival> onArrival)
    {
        RealtimeThread.PrioritizeCurrentThread();
        var started = time.GetTimestamp();
        var timestampsPerTick = (double)time.TimestampFrequency / TimeSpan.TicksPerSecond;
        var index = firstIndex;
        foreach (var due in schedule.GetDueTimes())
        {
            for (TimeSpan remaining; (remaining = due - time.GetElapsedTime(started)) > TimeSpan.Zero;)
            {
                if (stop.IsCancellationRequested)
                    return;
                sleep(remaining < MaxSleep ? remaining : MaxSleep);
            }

            if (stop.IsCancellationRequested)
                return;
            onArrival(new Arrival(index++, started + (long)(due.Ticks * timestampsPerTick)));
        }
    }
}
