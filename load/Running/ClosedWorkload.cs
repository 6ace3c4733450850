using Load.Pacing;
using Load.Recording;
using Load.Sending;

namespace Load.Running;

/// <summary>Each connection sends its next request when its last one is done.</summary>
/// <param name="Connections">How many are under way at any time.</param>
/// <param name="Budget">When it ends.</param>
/// <param name="Delay">What a connection waits after each of its calls.</param>
internal sealed record ClosedWorkload(int Connections, Budget Budget, TimeSpan Delay = default) : Workload(Connections)
{
    public override string Kind => "closed";

    public override string Text =>
        Delay > TimeSpan.Zero ? $"closed loop, {Delay.TotalSeconds} s after each call" : "closed loop";

    public override TimeSpan? Length => Budget.Duration;

    public override Workload Warmup(TimeSpan length) => For(length);

    public override Workload For(TimeSpan length) => this with { Budget = Budget.Of(length) };

    public override Task SendAsync(Rig rig, Recorder recorder, long firstIndex, CancellationToken stop) =>
        new Crew(rig.Connect, Connections, new Pause(Delay, rig.Time, stop), rig.Time)
            .SendAsync(new ClosedLoop(Budget, firstIndex, rig.Time, stop), recorder);
}
