using Load.Metrics;

namespace Load.Engine;

/// <summary>
/// Releases all requests of a burst at the same moment, each on a connection of its own, and waits for all responses.
/// </summary>
internal sealed class BurstExecutor(Func<Measurement, Connection> createConnection, TimeProvider time)
{
    /// <summary>Sends a burst.</summary>
    /// <param name="size">The number of requests.</param>
    /// <param name="firstIndex">The index of the first request.</param>
    /// <param name="measurement">The measurement of all bursts, to which this burst is added.</param>
    public async Task SendAsync(int size, long firstIndex, Measurement measurement)
    {
        var burst = new Measurement(time, null, measurement.CountersByKind.Count);
        var connections = Enumerable.Range(0, size).Select(_ => createConnection(burst)).ToArray();
        var released = time.GetTimestamp();

        // Yields, because the last response may have been handled on a socket thread, which must not run what
        // follows.
        await Task.WhenAll(connections.Select((connection, i) => connection.SendAsync(firstIndex + i, released)))
            .ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        var duration = time.GetElapsedTime(released);
        foreach (var connection in connections)
            connection.Dispose();
        measurement.AddBurst(burst, released, duration);
    }
}
