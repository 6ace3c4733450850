using Load.Pacing;
using Load.Recording;
using Load.Sending;

namespace Load.Running;

/// <summary>Each connection sends its next request when its last one is done.</summary>
internal sealed record ClosedWorkload(int Connections, Budget Budget) : Workload(Connections)
{
    public override string Kind => "closed";

    public override string Text => "closed loop";

    public override Workload Warmup(TimeSpan length) => this with { Budget = Budget.Of(length) };

    public override async Task<Recorder> SendAsync(Rig rig, long firstIndex, CancellationToken stop)
    {
        var recorder = new Recorder(rig.Time, Window(Budget.Duration));
        await new Crew(rig.Sender, Connections, rig.Timeout, rig.Time, rig.Pause)
            .SendAsync(rig.Target, new ClosedLoop(Budget, firstIndex, rig.Time, stop), recorder, rig.Log);
        return recorder;
    }
}
