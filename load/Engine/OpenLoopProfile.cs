using Load.Engine.ArrivalSchedule;
using Load.Metrics;

namespace Load.Engine;

/// <summary>Requests go when they are due, whatever became of those before.</summary>
/// <param name="Connections">How many may be under way; the others wait.</param>
/// <param name="Schedule">When requests are due.</param>
/// <param name="RateText">As it was asked for.</param>
/// <param name="MaxBacklog">How many may wait; the others are dropped.</param>
internal sealed record OpenLoopProfile(int Connections, Schedule Schedule, string RateText, int MaxBacklog)
    : LoadProfile(Connections)
{
    /// <summary>Nobody waits for what did not find a connection in it.</summary>
    private bool IsWarmup { get; init; }

    public override string Kind => "open";

    public override string Text => $"open loop, {RateText}";

    public override TimeSpan? Length => Schedule.Duration;

    public override LoadProfile Warmup(TimeSpan length) =>
        this with { Schedule = new RampSchedule(Schedule.Rate, Schedule.Rate, length), IsWarmup = true };

    public override LoadProfile For(TimeSpan length) => this with { Schedule = Schedule.For(length) };

    public override Measurement NewRecorder(RunContext rig)
    {
        var recorder = base.NewRecorder(rig);
        recorder.Arrivals = new OpenLoopCounters(Schedule.Count);
        return recorder;
    }

    public override IntervalSeries? NewWindows() => Schedule.Steps is { } steps
        ? new IntervalSeries(Schedule.Duration / steps.Count, steps)
        : base.NewWindows();

    public override Task SendAsync(RunContext rig, Measurement recorder, long firstIndex, CancellationToken stop) =>
        new OpenLoopExecutor(rig.Connect, Connections, MaxBacklog, IsWarmup ? TimeSpan.Zero : rig.Timeout, rig.Time).SendAsync(
            new OpenLoopPacer(Schedule, firstIndex, rig.Time, PreciseSleep.For, stop), recorder, Schedule.Duration, stop);
}
