using Load.Engine.ArrivalSchedule;
using Load.Metrics;

namespace Load.Engine;

/// <summary>
/// Sends each arrival on a free connection, from the pacer's own thread; without one it waits, up to a bound, and is
/// dropped beyond it.
/// </summary>
/// <param name="connect">Makes a connection.</param>
/// <param name="connections">How many.</param>
/// <param name="maxBacklog">How many arrivals may wait.</param>
/// <param name="patience">How long after the last arrival those that wait may still be sent; then they are dropped.</param>
/// <param name="time">The clock.</param>
internal sealed class OpenLoopExecutor(
    Func<Measurement, Connection> connect, int connections, int maxBacklog, TimeSpan patience, TimeProvider time)
{
    /// <summary>Returns when the last response is in, so nothing is in flight.</summary>
    /// <param name="pacer">When to send.</param>
    /// <param name="recorder">Has the arrivals too.</param>
    /// <param name="length">Of the schedule.</param>
    /// <param name="stop">Ends it early.</param>
    public async Task SendAsync(OpenLoopPacer pacer, Measurement recorder, TimeSpan length, CancellationToken stop)
    {
        var arrivals = recorder.Arrivals!;
        var all = Enumerable.Range(0, connections).Select(_ => connect(recorder)).ToArray();
        var room = new ConnectionQueue<Connection>(all, maxBacklog);
        await pacer.RunAsync(arrival => Arrive(arrival, room, arrivals));

        room.Close();
        if (stop.IsCancellationRequested)
            arrivals.Abandon(room.Drain());
        await using (stop.Register(() => arrivals.Abandon(room.Drain())))
        {
            await room.Empty.WaitAsync(patience, time, CancellationToken.None)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            arrivals.Drop(room.Drain());
            await room.Empty;
        }

        recorder.WorkerDone(time.GetTimestamp(), stop.IsCancellationRequested ? TimeSpan.Zero : length);
        foreach (var connection in all)
            connection.Dispose();
    }

    private static void Arrive(Arrival arrival, ConnectionQueue<Connection> room, OpenLoopCounters arrivals)
    {
        room.ThrowIfFailed();
        arrivals.Arrive();
        switch (room.TryAcquire(arrival, out var connection))
        {
            case Admission.Send:
                _ = WorkAsync(connection!, arrival, room);
                break;
            case Admission.Queued:
                arrivals.Queue();
                break;
            case Admission.Dropped:
                arrivals.Drop(1);
                break;
        }
    }

    private static async Task WorkAsync(Connection connection, Arrival arrival, ConnectionQueue<Connection> room)
    {
        try
        {
            await connection.SendAsync(arrival.Index, arrival.Due, wasFree: true);
            while (room.TryNext(connection, out arrival))
                await connection.SendAsync(arrival.Index, arrival.Due);
        }
        catch (Exception e)
        {
            // Nobody awaits this task: without it, a mistake of ours would be a run that never ends.
            room.Fail(e);
        }
    }
}
