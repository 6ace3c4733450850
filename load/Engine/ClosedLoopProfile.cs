using Load.Metrics;

namespace Load.Engine;

/// <summary>Each connection sends its next request when its last one is done.</summary>
/// <param name="Connections">How many are under way at any time.</param>
/// <param name="Budget">When it ends.</param>
/// <param name="Delay">What a connection waits after each of its calls.</param>
internal sealed record ClosedLoopProfile(int Connections, StopCondition Budget, TimeSpan Delay = default) : LoadProfile(Connections)
{
    public override string Kind => "closed";

    public override string Text =>
        Delay > TimeSpan.Zero ? $"closed loop, {Delay.TotalSeconds} s after each call" : "closed loop";

    public override TimeSpan? Length => Budget.Duration;

    public override LoadProfile Warmup(TimeSpan length) => For(length);

    public override LoadProfile For(TimeSpan length) => this with { Budget = StopCondition.After(length) };

    public override Task SendAsync(RunContext rig, Measurement recorder, long firstIndex, CancellationToken stop) =>
        new ClosedLoopExecutor(rig.Connect, Connections, new ThinkTime(Delay, rig.Time, stop), rig.Time)
            .SendAsync(new ClosedLoopPacer(Budget, firstIndex, rig.Time, stop), recorder);
}
