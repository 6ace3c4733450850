using Load.Pacing;
using Load.Recording;

namespace Load.Sending;

/// <summary>
/// Sends each arrival on a free connection, from the pacer's own thread; without one it waits, up to a bound, and is
/// dropped beyond it.
/// </summary>
internal sealed class OpenCrew(Func<Recorder, Connection> connect, int connections, int maxBacklog, TimeProvider time)
{
    /// <summary>Returns when the last response is in, so nothing is in flight.</summary>
    public async Task SendAsync(OpenLoop pacer, Recorder recorder, CancellationToken stop)
    {
        var arrivals = recorder.Arrivals!;
        var all = Enumerable.Range(0, connections).Select(_ => connect(recorder)).ToArray();
        var room = new WaitingRoom<Connection>(all, maxBacklog);
        await pacer.RunAsync(arrival => Arrive(arrival, room, arrivals));

        room.Close(stop.IsCancellationRequested);
        await using (stop.Register(() => room.Close(isCutShort: true)))
            await room.Empty;
        recorder.WorkerDone(time.GetTimestamp());
        foreach (var connection in all)
            connection.Dispose();
    }

    private static void Arrive(Arrival arrival, WaitingRoom<Connection> room, Arrivals arrivals)
    {
        arrivals.Arrive();
        switch (room.Admit(arrival, out var connection))
        {
            case Admission.Send:
                _ = WorkAsync(connection!, arrival, room);
                break;
            case Admission.Queued:
                arrivals.Queue();
                break;
            case Admission.Dropped:
                arrivals.Drop();
                break;
        }
    }

    private static async Task WorkAsync(Connection connection, Arrival arrival, WaitingRoom<Connection> room)
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
