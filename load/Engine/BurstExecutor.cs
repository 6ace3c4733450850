using Load.Metrics;

namespace Load.Engine;

/// <summary>Releases all requests of a burst at once, each on a connection of its own, and waits for all of them.</summary>
internal sealed class BurstExecutor(Func<Measurement, Connection> createConnection, TimeProvider time)
{
    /// <param name="size">How many.</param>
    /// <param name="firstIndex">Of the first of them.</param>
    /// <param name="whole">Of all bursts; gets this one.</param>
    public async Task SendAsync(int size, long firstIndex, Measurement whole)
    {
        var measurement = new Measurement(time, null, whole.CountersByKind.Count);
        var connections = Enumerable.Range(0, size).Select(_ => createConnection(measurement)).ToArray();
        var released = time.GetTimestamp();

        // The last reply may have been handled on a socket thread: what comes next must not run there.
        await Task.WhenAll(connections.Select((connection, i) => connection.SendAsync(firstIndex + i, released)))
            .ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        var duration = time.GetElapsedTime(released);
        foreach (var connection in connections)
            connection.Dispose();
        whole.AddBurst(measurement, released, duration);
    }
}
