namespace TwoTier.Load.Engine;

/// <summary>
/// A load profile of bursts, one after the other: all requests of a burst are released at the same moment, each on a
/// connection of its own, then all responses are awaited, as in a closed loop. The requests are created before the
/// release. The connections are opened before the release too, unless their opening is to be part of the burst.
/// </summary>
internal sealed record BurstProfile(IReadOnlyList<int> Sizes, bool IsCold = false) : LoadProfile("closed", Sizes.Max())
{
    // The number of connections that are opened at the same time. A server may lose some of many simultaneous attempts
    // to connect, and the client repeats a lost attempt only after a second.
    private const int ConnectionsOpenedAtATime = 32;
    private const int MaxReleasingThreads = 4;

    public override string Description => $"bursts of {string.Join(", ", Sizes)}{(IsCold ? ", cold" : "")}";

    public override TimeSpan? Duration => null;

    // The warm-up has one connection, because more would grow the target's thread pool, and a burst is meant to show
    // that growth.
    public override LoadProfile CreateWarmup(TimeSpan duration) =>
        new ClosedLoopProfile(1, StopCondition.AfterDuration(duration));

    public override LoadProfile WithDuration(TimeSpan duration) => this;

    public override async Task SendAsync(
        RunContext context, Measurement measurement, long firstIndex, CancellationToken stop)
    {
        foreach (var size in Sizes.TakeWhile(_ => !stop.IsCancellationRequested))
        {
            await SendBurstAsync(size, firstIndex, context, measurement);
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

    private async Task SendBurstAsync(int size, long firstIndex, RunContext context, Measurement measurement)
    {
        var (time, released) = (context.Time, 0L);
        var burst = new Measurement(time, measurement.CountersByKind.Count)
        {
            OpenLoop = new OpenLoopCounters(size),
        };

        // Each burst has new connections, so that a burst does not depend on those before it.
        using var sender = context.Sender.CreateSeparateSender(size);
        var own = context with { Sender = sender };
        Connection[] connections = [.. Enumerable.Range(0, size).Select(_ => own.CreateConnection(burst))];
        try
        {
            PreparedRequest[] requests = [.. connections.Select((connection, i) => connection.Prepare(firstIndex + i))];
            if (!IsCold)
            {
                await Parallel.ForAsync(
                    0,
                    size,
                    new ParallelOptions { MaxDegreeOfParallelism = ConnectionsOpenedAtATime },
                    async (i, _) => await connections[i].OpenAsync(requests[i]));
            }

            measurement.RunningBurst = burst;
            var sending = await ReleaseAsync();

            // The task yields, because the last response may have been handled on a socket thread, which must not run
            // the code that follows.
            await Task.WhenAll(sending).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
            measurement.AddRunningBurst(released, time.GetElapsedTime(released));

            // Several threads send, because writing a request takes a thread some 10 µs.
            async Task<Task[]> ReleaseAsync()
            {
                var started = new Task[size];
                var threads = Math.Min(Math.Min(Environment.ProcessorCount, MaxReleasingThreads), size);
                using var barrier = new Barrier(threads, _ => released = time.GetTimestamp());
                await Task.WhenAll(Enumerable.Range(0, threads).Select(thread => Task.Factory.StartNew(
                    () =>
                    {
                        RealtimeThread.PrioritizeCurrentThread();
                        barrier.SignalAndWait();
                        for (var i = thread; i < size; i += threads)
                            started[i] = connections[i].SendAsync(requests[i], released, true);
                    },
                    CancellationToken.None,
                    TaskCreationOptions.LongRunning,
                    TaskScheduler.Default)));
                return started;
            }
        }
        finally
        {
            foreach (var connection in connections)
                connection.Dispose();
        }
    }
}
