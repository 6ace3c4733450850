using Load.Engine.ArrivalSchedule;
using Load.Metrics;

namespace Load.Engine;

/// <summary>Requests go when they are due, whatever became of those before.</summary>
/// <param name="Connections">How many may be under way; the others wait.</param>
/// <param name="Schedule">When requests are due.</param>
/// <param name="RateDescription">As it was asked for.</param>
/// <param name="QueueLimit">How many may wait; the others are dropped.</param>
internal sealed record OpenLoopProfile(int Connections, Schedule Schedule, string RateDescription, int QueueLimit)
    : LoadProfile(Connections)
{
    /// <summary>Nobody waits for what did not find a connection in it.</summary>
    private bool IsWarmup { get; init; }

    public override string Model => "open";

    public override string Description => $"open loop, {RateDescription}";

    public override TimeSpan? Duration => Schedule.Duration;

    public override LoadProfile CreateWarmup(TimeSpan length) =>
        this with { Schedule = new RampSchedule(Schedule.MeanRate, Schedule.MeanRate, length), IsWarmup = true };

    public override LoadProfile WithDuration(TimeSpan length) => this with { Schedule = Schedule.WithDuration(length) };

    public override Measurement CreateMeasurement(RunContext context)
    {
        var measurement = base.CreateMeasurement(context);
        measurement.OpenLoop = new OpenLoopCounters(Schedule.Count);
        return measurement;
    }

    public override IntervalSeries? CreateIntervals() => Schedule.StepRates is { } steps
        ? new IntervalSeries(Schedule.Duration / steps.Count, steps)
        : base.CreateIntervals();

    public override Task SendAsync(RunContext context, Measurement measurement, long firstIndex, CancellationToken stop) =>
        new OpenLoopExecutor(context.CreateConnection, Connections, QueueLimit, IsWarmup ? TimeSpan.Zero : context.Timeout, context.Time).SendAsync(
            new OpenLoopPacer(Schedule, firstIndex, context.Time, PreciseSleep.Sleep, stop), measurement, Schedule.Duration, stop);
}
