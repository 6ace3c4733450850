using Load.Metrics;

namespace Load.Engine;

/// <summary>Bursts one after the other, each released at once and waited for.</summary>
internal sealed record BurstProfile(IReadOnlyList<int> Sizes) : LoadProfile(Sizes.Max())
{
    // Between bursts it waits for the target, which is what makes a workload a closed one.
    public override string Model => "closed";

    public override string Description => $"bursts of {string.Join(", ", Sizes)}";

    public override TimeSpan? Duration => null;

    // One at a time: more would grow the target's thread pool, and that is what a burst shows.
    public override LoadProfile CreateWarmup(TimeSpan length) => new ClosedLoopProfile(1, StopCondition.After(length));

    public override LoadProfile WithDuration(TimeSpan length) => this;

    public override async Task SendAsync(RunContext context, Measurement measurement, long firstIndex, CancellationToken stop)
    {
        var executor = new BurstExecutor(context.CreateConnection, context.Time);
        foreach (var size in Sizes.TakeWhile(_ => !stop.IsCancellationRequested))
        {
            await executor.SendAsync(size, firstIndex, measurement);
            firstIndex += size;

            // Threads that it made are there still.
            if (context.Sampler is { } sampler)
                await sampler.ReadAsync();
        }

        measurement.RecordWorkerEnd(context.Time.GetTimestamp());
    }
}
