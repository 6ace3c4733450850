namespace TwoTier.Load.Engine;

/// <summary>
/// Releases all requests of a burst at the same moment, each on a connection of its own, and waits for all responses.
/// The requests are created before the release. The connections are opened before the release too, unless their opening
/// is to be part of the burst.
/// </summary>
internal sealed class BurstExecutor(RunContext context, bool isCold)
{
    // The number of connections that are opened at the same time. A server may lose some of many simultaneous attempts
    // to connect, and the client repeats a lost attempt only after a second.
    private const int ConnectionsOpenedAtATime = 32;
    private const int MaxReleasingThreads = 4;

    // The page of a run draws each request of a burst up to this size.
    private const int LargestShownBurst = 1000;

    private long _released;

    /// <summary>Sends one burst of requests and waits for all responses.</summary>
    public async Task SendAsync(int size, long firstIndex, Measurement measurement)
    {
        var kinds = measurement.CountersByKind.Count;
        var burst = new Measurement(context.Time, null, kinds)
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
            _released = 0;
            if (!isCold)
                await OpenAsync(connections, requests);
            if (size <= LargestShownBurst)
                measurement.ReadBurst = () => ReadProgress(connections, requests);
            var sending = await ReleaseAsync(connections, requests);

            // The task yields, because the last response may have been handled on a socket thread, which must not run
            // the code that follows.
            await Task.WhenAll(sending).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
            measurement.AddBurst(burst, _released, context.Time.GetElapsedTime(_released));
        }
        finally
        {
            foreach (var connection in connections)
                connection.Dispose();
        }
    }

    private static Task OpenAsync(Connection[] connections, PreparedRequest[] requests) => Parallel.ForAsync(
        0,
        connections.Length,
        new ParallelOptions { MaxDegreeOfParallelism = ConnectionsOpenedAtATime },
        async (i, _) => await connections[i].OpenAsync(requests[i]));

    // Several threads send, because writing a request takes a thread some 10 µs.
    private async Task<Task[]> ReleaseAsync(Connection[] connections, PreparedRequest[] requests)
    {
        var sending = new Task[connections.Length];
        var threads = Math.Min(Math.Min(Environment.ProcessorCount, MaxReleasingThreads), connections.Length);
        using var barrier = new Barrier(threads, _ => _released = context.Time.GetTimestamp());
        await Task.WhenAll(Enumerable.Range(0, threads).Select(thread => Task.Factory.StartNew(
            () => Send(thread), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)));
        return sending;

        void Send(int thread)
        {
            RealtimeThread.PrioritizeCurrentThread();
            barrier.SignalAndWait();
            for (var i = thread; i < connections.Length; i += threads)
                sending[i] = connections[i].SendAsync(requests[i], _released, foundFreeConnection: true).AsTask();
        }
    }

    private IReadOnlyList<BurstProgress> ReadProgress(Connection[] connections, PreparedRequest[] requests) =>
    [
        .. connections.Zip(requests, (connection, request) => (connection, request.Planned.Kind))
            .GroupBy(one => one.Kind.Name, one => one.connection)
            .Select(kind => ReadProgress(kind.Key, [.. kind])),
    ];

    private BurstProgress ReadProgress(string name, Connection[] connections)
    {
        RequestState[] states = [.. connections.Select(connection => connection.LastRequestState)];
        var hasEnded = states.All(state => state is RequestState.Succeeded or RequestState.Failed);
        var end = hasEnded ? connections.Max(connection => connection.LastRequestEnd) : null;
        var time = _released == 0
            ? TimeSpan.Zero
            : context.Time.GetElapsedTime(_released, end ?? context.Time.GetTimestamp());
        return new BurstProgress(
            name,
            string.Concat(states.Select(BurstProgress.GetLetter)),
            SignificantDigits.RoundToFiveDigits(time.TotalSeconds));
    }
}
