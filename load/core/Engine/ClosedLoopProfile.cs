namespace TwoTier.Load.Engine;

/// <summary>A closed loop: each connection sends the next request only after the response to the last one.</summary>
internal sealed record ClosedLoopProfile(int Connections, StopCondition StopCondition, TimeSpan ThinkTime = default)
    : LoadProfile(Connections)
{
    public override string Model => "closed";

    public override string Description =>
        ThinkTime > TimeSpan.Zero ? $"closed loop, {ThinkTime.TotalSeconds} s after each call" : "closed loop";

    public override TimeSpan? Duration => StopCondition.Duration;

    public override LoadProfile CreateWarmup(TimeSpan duration) => WithDuration(duration);

    public override LoadProfile WithDuration(TimeSpan duration) =>
        this with { StopCondition = StopCondition.AfterDuration(duration) };

    protected override Task SendRequestsAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop)
    {
        var thinkTime = new ThinkTime(ThinkTime, context.Time, stop);
        var pacer = new ClosedLoopPacer(StopCondition, firstIndex, context.Time, stop);
        return new ClosedLoopExecutor(context.CreateConnection, Concurrency, thinkTime, context.Time)
            .SendAsync(pacer, measurement);
    }
}
