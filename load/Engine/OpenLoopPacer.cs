using Load.Engine.ArrivalSchedule;

namespace Load.Engine;

/// <summary>
/// The pacer of the open workload model: calls when a request is due, whatever became of those before it. It has a
/// thread of its own, because timers and the thread pool are late by milliseconds.
/// </summary>
/// <param name="schedule">When requests are due.</param>
/// <param name="firstIndex">Index of the first request; parameters are seeded by it.</param>
/// <param name="time">The clock of the schedule.</param>
/// <param name="sleep">Blocks for about that long.</param>
/// <param name="stop">Ends the loop early.</param>
internal sealed class OpenLoopPacer(
    Schedule schedule, long firstIndex, TimeProvider time, Action<TimeSpan> sleep, CancellationToken stop)
{
    // So that a slow rate does not hold up a stop.
    private static readonly TimeSpan LongestSleep = TimeSpan.FromMilliseconds(50);

    /// <summary>Ends with the last arrival.</summary>
    public Task RunAsync(Action<Arrival> arrive) => Task.Factory.StartNew(
        () => Run(arrive), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private void Run(Action<Arrival> arrive)
    {
        RealtimeThread.PrioritizeCurrentThread();
        var started = time.GetTimestamp();
        var perTick = (double)time.TimestampFrequency / TimeSpan.TicksPerSecond;
        var index = firstIndex;
        foreach (var due in schedule.GetDueTimes())
        {
            for (TimeSpan left; (left = due - time.GetElapsedTime(started)) > TimeSpan.Zero;)
            {
                if (stop.IsCancellationRequested)
                    return;
                sleep(left < LongestSleep ? left : LongestSleep);
            }

            if (stop.IsCancellationRequested)
                return;
            arrive(new Arrival(index++, started + (long)(due.Ticks * perTick)));
        }
    }
}
