namespace TwoTier.Load.Engine;

/// <summary>
/// Sends each arrival (due request) of an open loop on a free connection, from the pacer's thread. Without a free
/// connection, the arrival is queued; if the queue is full, the arrival is dropped.
/// </summary>
internal sealed class OpenLoopExecutor(
    Func<Measurement, Connection> createConnection,
    int connections,
    int queueLimit,
    TimeSpan drainTimeout,
    TimeProvider time)
{
    /// <summary>Sends every arrival of the pacer, and returns after the last response.</summary>
    public async Task SendAsync(
        OpenLoopPacer pacer, Measurement measurement, TimeSpan duration, CancellationToken stop)
    {
        measurement.Workers = connections;
        var started = time.GetTimestamp();
        var all = Enumerable.Range(0, connections).Select(_ => createConnection(measurement)).ToArray();
        var queue = new ConnectionQueue<Connection>(all, queueLimit);
        await pacer.RunAsync(arrival => Dispatch(arrival, queue, measurement));

        // The schedule lasts until its planned end, even if its last response arrives earlier.
        var scheduled = stop.IsCancellationRequested ? time.GetElapsedTime(started) : duration;
        queue.Close();
        if (stop.IsCancellationRequested)
            Abandon();
        await using (stop.Register(Abandon))
        {
            await queue.Completion.WaitAsync(drainTimeout, time, CancellationToken.None)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            foreach (var arrival in queue.Drain())
                measurement.Recorder.RecordDroppedRequest(arrival.Due);
            await queue.Completion;
        }

        foreach (var connection in all)
        {
            // The goodput is per second of the schedule, or longer if requests were still queued at its end.
            var sending = time.GetElapsedTime(started, connection.LastRequestStart ?? started);
            measurement.RecordWorkerEnd(
                connection.LastRequestEnd ?? started, scheduled, sending > scheduled ? sending : scheduled);
            connection.Dispose();
        }

        measurement.Complete();

        void Abandon()
        {
            foreach (var arrival in queue.Drain())
                measurement.Recorder.RecordAbandonedRequest(arrival.Due);
        }
    }

    private static void Dispatch(Arrival arrival, ConnectionQueue<Connection> queue, Measurement measurement)
    {
        queue.ThrowIfFailed();
        measurement.Recorder.RecordArrival(arrival.Due);
        switch (queue.TryAcquire(arrival, out var connection))
        {
            case QueueDecision.Acquired:
                _ = SendArrivalsAsync(connection!, arrival, queue);
                break;
            case QueueDecision.Queued:
                measurement.Recorder.RecordQueuedRequest(arrival.Due);
                break;
            case QueueDecision.Dropped:
                measurement.Recorder.RecordDroppedRequest(arrival.Due);
                break;
        }
    }

    private static async Task SendArrivalsAsync(
        Connection connection, Arrival arrival, ConnectionQueue<Connection> queue)
    {
        try
        {
            await connection.SendAsync(arrival.Index, arrival.Due, foundFreeConnection: true);
            while (queue.TryGetNextOrRelease(connection, out arrival))
                await connection.SendAsync(arrival.Index, arrival.Due);
        }
        catch (Exception e)
        {
            // Nothing awaits the task that sends requests, so its exception is passed to the queue; otherwise the run
            // would wait forever.
            queue.Fail(e);
        }
    }
}
