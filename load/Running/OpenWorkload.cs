using Load.Pacing;
using Load.Recording;
using Load.Sending;

namespace Load.Running;

/// <summary>Requests go when they are due, whatever became of those before.</summary>
/// <param name="Connections">How many may be under way; the others wait.</param>
/// <param name="Schedule">When requests are due.</param>
/// <param name="RateText">As it was asked for.</param>
/// <param name="MaxBacklog">How many may wait; the others are dropped.</param>
internal sealed record OpenWorkload(int Connections, Schedule Schedule, string RateText, int MaxBacklog)
    : Workload(Connections)
{
    /// <summary>Nobody waits for what did not find a connection in it.</summary>
    private bool IsWarmup { get; init; }

    public override string Kind => "open";

    public override string Text => $"open loop, {RateText}";

    public override TimeSpan? Length => Schedule.Duration;

    public override Workload Warmup(TimeSpan length) =>
        this with { Schedule = new Ramp(Schedule.Rate, Schedule.Rate, length), IsWarmup = true };

    public override Workload For(TimeSpan length) => this with { Schedule = Schedule.For(length) };

    public override Recorder NewRecorder(Rig rig)
    {
        var recorder = base.NewRecorder(rig);
        recorder.Arrivals = new Arrivals(Schedule.Count);
        return recorder;
    }

    public override TimeWindows? NewWindows() => Schedule.Steps is { } steps
        ? new TimeWindows(Schedule.Duration / steps.Count, steps)
        : base.NewWindows();

    public override Task SendAsync(Rig rig, Recorder recorder, long firstIndex, CancellationToken stop) =>
        new OpenCrew(rig.Connect, Connections, MaxBacklog, IsWarmup ? TimeSpan.Zero : rig.Timeout, rig.Time).SendAsync(
            new OpenLoop(Schedule, firstIndex, rig.Time, PreciseSleep.For, stop), recorder, Schedule.Duration, stop);
}
