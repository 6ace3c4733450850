namespace TwoTier.Load.Engine;

/// <summary>An open loop: requests are sent when they are due, independently of the responses.</summary>
internal sealed record OpenLoopProfile(
    int Connections, RequestSchedule Schedule, string RateDescription, int QueueLimit)
    : LoadProfile(Connections)
{
    // A warm-up drops the requests that are still queued at its end, instead of waiting for them.
    private bool IsWarmup { get; init; }

    public override string Model => "open";

    public override string Description => $"open loop, {RateDescription}";

    public override TimeSpan? Duration => Schedule.Duration;

    public override LoadProfile CreateWarmup(TimeSpan duration) =>
        this with { Schedule = new RampSchedule(Schedule.MeanRate, Schedule.MeanRate, duration), IsWarmup = true };

    public override LoadProfile WithDuration(TimeSpan duration) =>
        this with { Schedule = Schedule.WithDuration(duration) };

    public override LoadProfile ForRound(int round) => this with { Schedule = Schedule.ForRound(round) };

    public override Measurement CreateMeasurement(RunContext context)
    {
        var measurement = base.CreateMeasurement(context);
        measurement.OpenLoop = new OpenLoopCounters(Schedule.Count);
        return measurement;
    }

    public override IntervalSeries? CreateIntervals() => Schedule.StepRates is { } rates
        ? new IntervalSeries(Schedule.Duration / rates.Count, rates)
        : base.CreateIntervals();

    protected override Task SendRequestsAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop)
    {
        var drainTimeout = IsWarmup ? TimeSpan.Zero : context.Timeout;
        var pacer = new OpenLoopPacer(Schedule, firstIndex, context.Time, PreciseSleep.Sleep, stop);
        return new OpenLoopExecutor(context.CreateConnection, Concurrency, QueueLimit, drainTimeout, context.Time)
            .SendAsync(pacer, measurement, Schedule.Duration, stop);
    }
}
