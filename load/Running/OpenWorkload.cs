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
    public override string Kind => "open";

    public override string Text => $"open loop, {RateText}";

    public override Workload Warmup(TimeSpan length) =>
        this with { Schedule = new Ramp(Schedule.Rate, Schedule.Rate, length) };

    public override async Task<Recorder> SendAsync(Rig rig, long firstIndex, CancellationToken stop)
    {
        var arrivals = new Arrivals(Schedule.Count);
        var recorder = new Recorder(rig.Time, Window(Schedule.Duration)) { Arrivals = arrivals };
        await new OpenCrew(rig.Connect, Connections, MaxBacklog, rig.Time).SendAsync(
            new OpenLoop(Schedule, firstIndex, rig.Time, PreciseSleep.For, stop), recorder, arrivals, stop);
        return recorder;
    }
}
