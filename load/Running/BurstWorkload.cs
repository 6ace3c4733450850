using Load.Pacing;
using Load.Recording;
using Load.Sending;

namespace Load.Running;

/// <summary>Bursts one after the other, each released at once and waited for.</summary>
internal sealed record BurstWorkload(IReadOnlyList<int> Sizes) : Workload(Sizes.Max())
{
    // Between bursts it waits for the target, which is what makes a workload a closed one.
    public override string Kind => "closed";

    public override string Text => $"bursts of {string.Join(", ", Sizes)}";

    public override TimeSpan? Length => null;

    // One at a time: more would grow the target's thread pool, and that is what a burst shows.
    public override Workload Warmup(TimeSpan length) => new ClosedWorkload(1, Budget.Of(length));

    public override Workload For(TimeSpan length) => this;

    public override async Task SendAsync(Rig rig, Recorder recorder, long firstIndex, CancellationToken stop)
    {
        var crew = new BurstCrew(rig.Connect, rig.Time);
        foreach (var size in Sizes.TakeWhile(_ => !stop.IsCancellationRequested))
        {
            await crew.SendAsync(size, firstIndex, recorder);
            firstIndex += size;

            // Threads that it made are there still.
            if (rig.Watch is { } watch)
                await watch.ReadAsync();
        }

        recorder.WorkerDone(rig.Time.GetTimestamp());
    }
}
