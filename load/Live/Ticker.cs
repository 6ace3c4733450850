using Load.Metrics;
using Load.Results.Building;
using static Load.Units.SignificantDigits;

namespace Load.Live;

/// <summary>Tells the feed how the stretch of load that is under way goes.</summary>
/// <param name="feed">Is told.</param>
/// <param name="commentary">Knows what is under way.</param>
/// <param name="tiers">Their levels.</param>
/// <param name="ownCpu">CPU time of this process.</param>
/// <param name="time">The clock.</param>
internal sealed class Ticker(
    EventFeed feed, LiveReporter commentary, ProcessMonitor tiers, Func<TimeSpan> ownCpu, TimeProvider time)
{
    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private readonly RecentLatency _latency = new(time);
    private (long At, TimeSpan Cpu) _own = (time.GetTimestamp(), ownCpu());
    private (long At, long Successes) _last;
    private CurrentStage? _now;

    public void Tick()
    {
        commentary.Update();
        var ownCores = OwnCores();
        if (commentary.Current is not { Stage.Measurement: { IsEnding: false } recorder } now)
            return;
        if (now != _now)
        {
            (_now, _last) = (now, (now.Entered, 0));
            _latency.Restart();
        }

        // Of the first few milliseconds of a stretch nothing can be said.
        var seconds = time.GetElapsedTime(_last.At).TotalSeconds;
        if (seconds < Interval.TotalSeconds / 2)
            return;
        var (before, successes) = (_last.Successes, recorder.Counters.Successes);
        _last = (time.GetTimestamp(), successes);
        Publish(now, recorder, Math.Max(0, successes - before) / seconds, ownCores);
    }

    private double OwnCores()
    {
        var (before, cpu) = (_own, ownCpu());
        _own = (time.GetTimestamp(), cpu);
        return (cpu - before.Cpu) / time.GetElapsedTime(before.At, _own.At);
    }

    private void Publish(CurrentStage now, Measurement recorder, double rate, double ownCores)
    {
        var (levels, (p50, p99)) = (tiers.Levels, _latency.GetPercentiles(recorder.Counters.Latency));
        var sinceEntered = now.Stage.IsMeasured ? time.GetElapsedTime(now.Entered).TotalSeconds : 0;
        feed.Publish(
            LiveEvent.Tick,
            new TickEvent(
                commentary.ElapsedSeconds,
                now.Variant,
                RoundToFiveDigits(now.MeasuredBefore + sinceEntered),
                RoundToFiveDigits(rate),
                p50,
                p99,
                recorder.Counters.Errors,
                new Dictionary<string, double?>(levels.Cpu) { [LiveReporter.ToolName] = RoundToFiveDigits(ownCores) },
                levels.Threads,
                levels.Queue,
                recorder.OpenLoop is { } arrivals ? LatencySummary.GetPercentile(arrivals.ScheduleDelay, 0.99) : null),
            LiveJson.Default.TickEvent);
    }
}
