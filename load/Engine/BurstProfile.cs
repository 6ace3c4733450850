using Load.Metrics;

namespace Load.Engine;

/// <summary>Bursts one after the other, each released at once and waited for.</summary>
internal sealed record BurstProfile(IReadOnlyList<int> Sizes) : LoadProfile(Sizes.Max())
{
    // Between bursts it waits for the target, which is what makes a workload a closed one.
    public override string Kind => "closed";

    public override string Text => $"bursts of {string.Join(", ", Sizes)}";

    public override TimeSpan? Length => null;

    // One at a time: more would grow the target's thread pool, and that is what a burst shows.
    public override LoadProfile Warmup(TimeSpan length) => new ClosedLoopProfile(1, StopCondition.After(length));

    public override LoadProfile For(TimeSpan length) => this;

    public override async Task SendAsync(RunContext rig, Measurement recorder, long firstIndex, CancellationToken stop)
    {
        var crew = new BurstExecutor(rig.Connect, rig.Time);
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
