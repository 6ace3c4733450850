using Load.Metrics;

namespace Load.Engine;

/// <summary>Each connection sends its next request when its last one is done.</summary>
/// <param name="Connections">How many are under way at any time.</param>
/// <param name="StopCondition">When it ends.</param>
/// <param name="ThinkTime">What a connection waits after each of its calls.</param>
internal sealed record ClosedLoopProfile(int Connections, StopCondition StopCondition, TimeSpan ThinkTime = default) : LoadProfile(Connections)
{
    public override string Model => "closed";

    public override string Description =>
        ThinkTime > TimeSpan.Zero ? $"closed loop, {ThinkTime.TotalSeconds} s after each call" : "closed loop";

    public override TimeSpan? Duration => StopCondition.Duration;

    public override LoadProfile CreateWarmup(TimeSpan length) => WithDuration(length);

    public override LoadProfile WithDuration(TimeSpan length) => this with { StopCondition = StopCondition.After(length) };

    public override Task SendAsync(RunContext context, Measurement measurement, long firstIndex, CancellationToken stop) =>
        new ClosedLoopExecutor(context.CreateConnection, Connections, new ThinkTime(ThinkTime, context.Time, stop), context.Time)
            .SendAsync(new ClosedLoopPacer(StopCondition, firstIndex, context.Time, stop), measurement);
}
