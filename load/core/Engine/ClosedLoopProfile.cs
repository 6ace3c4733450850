namespace TwoTier.Load.Engine;

/// <summary>
/// A closed loop: each connection sends the next request only after the response to the last one and a think time.
/// </summary>
internal sealed record ClosedLoopProfile(int Connections, StopCondition StopCondition, TimeSpan ThinkTime = default)
    : LoadProfile("closed", Connections)
{
    public const int DefaultConnections = 10;

    public override string Description =>
        ThinkTime > TimeSpan.Zero ? $"closed loop, {ThinkTime.TotalSeconds} s after each call" : "closed loop";

    public override TimeSpan? Duration => StopCondition.Duration;

    public override LoadProfile CreateWarmup(TimeSpan duration) => WithDuration(duration);

    public override LoadProfile WithDuration(TimeSpan duration) =>
        this with { StopCondition = StopCondition.AfterDuration(duration) };

    public override async Task SendAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop)
    {
        measurement.Workers = Connections;
        var pacer = new ClosedLoopPacer(StopCondition, firstIndex, context.Time, stop);
        var workers = Enumerable.Range(0, Connections)
            .Select(_ => Task.Run(() => RunWorkerAsync(pacer, context, measurement, stop), CancellationToken.None));

        // The task yields, because the last response may have been handled on a socket thread, which must not run the
        // code that follows.
        await Task.WhenAll(workers).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        measurement.Complete();
    }

    private async Task RunWorkerAsync(
        ClosedLoopPacer pacer, RunContext context, Measurement measurement, CancellationToken stop)
    {
        try
        {
            using var connection = context.CreateConnection(measurement);
            while (pacer.TryGetNext(out var index))
            {
                connection.Record(await connection.StartAsync(connection.Prepare(index)).ConfigureAwait(false));
                if (ThinkTime <= TimeSpan.Zero)
                    continue;
                var remaining = pacer.GetRemainingTime();
                await Task.Delay(ThinkTime < remaining ? ThinkTime : remaining, context.Time, stop)
                    .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
        catch
        {
            // A worker has failed, for example because the URL of a request is invalid. The remaining workers would send
            // less than the configured load.
            pacer.Stop();
            throw;
        }

        measurement.RecordWorkerEnd(context.Time.GetTimestamp());
    }
}

/// <summary>
/// Hands out the requests of a closed loop until the stop condition is met. This load model suffers from coordinated
/// omission: while the target stalls, the requests that would have shown the stall are not sent.
/// </summary>
internal sealed class ClosedLoopPacer(
    StopCondition stopCondition, long firstIndex, TimeProvider time, CancellationToken stop)
{
    private readonly long _startTimestamp = time.GetTimestamp();
    private long _startedRequests;
    private volatile bool _isStopped;

    private bool IsStopped => _isStopped || stop.IsCancellationRequested;

    /// <summary>Gets the longest think time: 0 if no more requests are to be sent.</summary>
    public TimeSpan GetRemainingTime()
    {
        if (IsStopped || Interlocked.Read(ref _startedRequests) >= stopCondition.Requests)
            return TimeSpan.Zero;
        if (stopCondition.Duration is not { } duration)
            return TimeSpan.MaxValue;
        var remaining = duration - time.GetElapsedTime(_startTimestamp);
        return remaining > TimeSpan.Zero ? remaining : TimeSpan.Zero;
    }

    /// <summary>Gets the index of the next request. At least one is sent.</summary>
    public bool TryGetNext(out long index)
    {
        var taken = Interlocked.Increment(ref _startedRequests) - 1;
        index = firstIndex + taken;
        return !IsStopped
            && (stopCondition.Requests is not { } requests || taken < requests)
            && (stopCondition.Duration is not { } duration
                || taken == 0
                || time.GetElapsedTime(_startTimestamp) < duration);
    }

    public void Stop() => _isStopped = true;
}

internal readonly record struct StopCondition(long? Requests, TimeSpan? Duration)
{
    public static StopCondition AfterRequests(long requests) => new(requests, null);

    public static StopCondition AfterDuration(TimeSpan duration) => new(null, duration);
}
