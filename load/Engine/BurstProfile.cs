using Load.Metrics;

namespace Load.Engine;

/// <summary>
/// Bursts of requests, one after the other: each is released at once, then all its responses are awaited.
/// </summary>
/// <param name="Sizes">The number of requests of each burst.</param>
internal sealed record BurstProfile(IReadOnlyList<int> Sizes) : LoadProfile(Sizes.Max())
{
    // Closed, because the next burst waits for the responses to the last one.
    public override string Model => "closed";

    public override string Description => $"bursts of {string.Join(", ", Sizes)}";

    public override TimeSpan? Duration => null;

    // One connection, because more would grow the target's thread pool, which is what a burst is to show.
    public override LoadProfile CreateWarmup(TimeSpan duration) =>
        new ClosedLoopProfile(1, StopCondition.After(duration));

    public override LoadProfile WithDuration(TimeSpan duration) => this;

    public override async Task SendAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop)
    {
        var executor = new BurstExecutor(context.CreateConnection, context.Time);
        foreach (var size in Sizes.TakeWhile(_ => !stop.IsCancellationRequested))
        {
            await executor.SendAsync(size, firstIndex, measurement);
            firstIndex += size;

            // Read now, while the threads that the burst created still exist.
            if (context.Sampler is { } sampler)
                await sampler.ReadAsync();
        }

        measurement.RecordWorkerEnd(context.Time.GetTimestamp());
    }
}
