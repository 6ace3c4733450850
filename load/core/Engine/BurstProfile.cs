namespace TwoTier.Load.Engine;

/// <summary>
/// A load profile of bursts, one after the other: all requests of a burst are released at once, then all responses are
/// awaited.
/// </summary>
internal sealed record BurstProfile(IReadOnlyList<int> Sizes, bool IsCold = false) : LoadProfile(Sizes.Max())
{
    // All requests of a burst are sent at the same time, however many of them share a connection.
    public override int Concurrency => Connections;

    // Bursts count as a closed loop, because the next burst waits for the responses to the last one.
    public override string Model => "closed";

    public override string Description => $"bursts of {string.Join(", ", Sizes)}{(IsCold ? ", cold" : "")}";

    public override TimeSpan? Duration => null;

    // The warm-up has one connection, because more would grow the target's thread pool, and a burst is meant to show
    // that growth.
    public override LoadProfile CreateWarmup(TimeSpan duration) =>
        new ClosedLoopProfile(1, StopCondition.AfterDuration(duration));

    public override LoadProfile WithDuration(TimeSpan duration) => this;

    protected override async Task SendRequestsAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop)
    {
        var executor = new BurstExecutor(context, IsCold);
        foreach (var size in Sizes.TakeWhile(_ => !stop.IsCancellationRequested))
        {
            await executor.SendAsync(size, firstIndex, measurement);
            firstIndex += size;

            // The metrics are read after each burst, while the threads that the target created for the burst still
            // exist.
            if (context.Sampler is { } sampler)
                await sampler.ReadAsync();
        }

        // Between bursts, the tool opens connections and reads metrics.
        var busy = TimeSpan.FromTicks(measurement.Bursts.Sum(burst => burst.Duration.Ticks));
        measurement.RecordWorkerEnd(context.Time.GetTimestamp(), busy: busy);
    }
}
