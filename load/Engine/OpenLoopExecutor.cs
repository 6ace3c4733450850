using Load.Engine.ArrivalSchedule;
using Load.Metrics;

namespace Load.Engine;

/// <summary>
/// Sends each arrival on a free connection, from the pacer's own thread; without one it waits, up to a bound, and is
/// dropped beyond it.
/// </summary>
/// <param name="createConnection">Makes a connection.</param>
/// <param name="connections">How many.</param>
/// <param name="queueLimit">How many arrivals may wait.</param>
/// <param name="drainTimeout">How long after the last arrival those that wait may still be sent; then they are dropped.</param>
/// <param name="time">The clock.</param>
internal sealed class OpenLoopExecutor(
    Func<Measurement, Connection> createConnection, int connections, int queueLimit, TimeSpan drainTimeout, TimeProvider time)
{
    /// <summary>Returns when the last response is in, so nothing is in flight.</summary>
    /// <param name="pacer">When to send.</param>
    /// <param name="measurement">Has the arrivals too.</param>
    /// <param name="length">Of the schedule.</param>
    /// <param name="stop">Ends it early.</param>
    public async Task SendAsync(OpenLoopPacer pacer, Measurement measurement, TimeSpan length, CancellationToken stop)
    {
        var arrivals = measurement.OpenLoop!;
        var all = Enumerable.Range(0, connections).Select(_ => createConnection(measurement)).ToArray();
        var queue = new ConnectionQueue<Connection>(all, queueLimit);
        await pacer.RunAsync(arrival => Dispatch(arrival, queue, arrivals));

        queue.Close();
        if (stop.IsCancellationRequested)
            arrivals.CountAbandoned(queue.Drain());
        await using (stop.Register(() => arrivals.CountAbandoned(queue.Drain())))
        {
            await queue.Completion.WaitAsync(drainTimeout, time, CancellationToken.None)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            arrivals.CountDropped(queue.Drain());
            await queue.Completion;
        }

        measurement.RecordWorkerEnd(time.GetTimestamp(), stop.IsCancellationRequested ? TimeSpan.Zero : length);
        foreach (var connection in all)
            connection.Dispose();
    }

    private static void Dispatch(Arrival arrival, ConnectionQueue<Connection> queue, OpenLoopCounters arrivals)
    {
        queue.ThrowIfFailed();
        arrivals.CountArrival();
        switch (queue.TryAcquire(arrival, out var connection))
        {
            case Admission.Acquired:
                _ = WorkAsync(connection!, arrival, queue);
                break;
            case Admission.Queued:
                arrivals.CountQueued();
                break;
            case Admission.Dropped:
                arrivals.CountDropped(1);
                break;
        }
    }

    private static async Task WorkAsync(Connection connection, Arrival arrival, ConnectionQueue<Connection> queue)
    {
        try
        {
            await connection.SendAsync(arrival.Index, arrival.Due, foundFreeConnection: true);
            while (queue.TryGetNextOrRelease(connection, out arrival))
                await connection.SendAsync(arrival.Index, arrival.Due);
        }
        catch (Exception e)
        {
            // Nobody awaits this task: without it, a mistake of ours would be a run that never ends.
            queue.Fail(e);
        }
    }
}
