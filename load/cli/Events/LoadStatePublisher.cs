namespace TwoTier.Load.Cli.Events;

internal sealed class LoadStatePublisher(
    EventWriter writer,
    EventReporter reporter,
    ProcessMonitor processMonitor,
    Func<TimeSpan> getToolCpu,
    TimeProvider time)
{
    public static readonly TimeSpan PublishInterval = TimeSpan.FromMilliseconds(250);

    private static readonly TimeSpan KeepAliveInterval = TimeSpan.FromSeconds(5);

    private readonly RecentLatency _latency = new(time);
    private (long Timestamp, TimeSpan Cpu) _lastCpu = (time.GetTimestamp(), getToolCpu());
    private (long Timestamp, long Successes) _lastTick;
    private long _lastPublished = time.GetTimestamp();
    private CurrentStage? _stage;

    public void PublishState()
    {
        reporter.Update();
        var toolCores = MeasureToolCores();
        if (reporter.RunningStage is not { Stage.Measurement: { IsEnding: false } measurement } current)
        {
            KeepAlive();
            return;
        }

        if (current != _stage)
        {
            (_stage, _lastTick) = (current, (current.StartTimestamp, 0));
            _latency.Restart();
        }

        // A request rate over only a few milliseconds would be meaningless.
        var seconds = time.GetElapsedTime(_lastTick.Timestamp).TotalSeconds;
        if (seconds < PublishInterval.TotalSeconds / 2)
            return;
        var (before, successes) = (_lastTick.Successes, measurement.Counters.Successes);
        _lastTick = (_lastPublished = time.GetTimestamp(), successes);
        Publish(current, measurement, Math.Max(0, successes - before) / seconds, toolCores);
    }

    // Whoever reads a file cannot see that the load tool has exited.
    private void KeepAlive()
    {
        if (time.GetElapsedTime(_lastPublished) < KeepAliveInterval)
            return;
        _lastPublished = time.GetTimestamp();
        writer.Publish(RunEvent.KeepAliveType, new KeepAliveEvent());
    }

    private double MeasureToolCores()
    {
        var last = _lastCpu;
        _lastCpu = (time.GetTimestamp(), getToolCpu());
        return (_lastCpu.Cpu - last.Cpu) / time.GetElapsedTime(last.Timestamp, _lastCpu.Timestamp);
    }

    private void Publish(CurrentStage current, Measurement measurement, double goodput, double toolCores)
    {
        var levels = processMonitor.GetUsage(current.Variant);
        var counters = measurement.Counters;
        var (p50, p99) = _latency.GetPercentiles(counters.Latency);
        var seconds = current.Stage.IsMeasured ? time.GetElapsedTime(current.StartTimestamp).TotalSeconds : 0;
        writer.Publish(
            RunEvent.LoadStateType,
            new LoadStateEvent(
                reporter.ElapsedSeconds,
                current.Variant,
                RoundToFiveDigits(current.MeasuredBefore + seconds),
                RoundToFiveDigits(goodput),
                p50,
                p99,
                counters.Requests,
                counters.Errors,
                GetFailures(counters),
                new Dictionary<string, double?>(levels.Cpu) { [EventReporter.ToolName] = RoundToFiveDigits(toolCores) },
                levels.Threads,
                levels.Queue,
                levels.Active,
                levels.Connections,
                levels.Served,
                processMonitor.GetDown(current.Processes))
            {
                Burst = measurement.ReadBurst?.Invoke(),
            });
    }

    private Dictionary<string, long>? GetFailures(RequestCounters counters) =>
        reporter.MaxErrorShare is { } share && counters.Errors > share * counters.Requests
            ? counters.GetFailures().ToDictionary(failure => failure.Kind, failure => failure.Count)
            : null;
}
