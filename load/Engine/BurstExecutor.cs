using Load.Metrics;

namespace Load.Engine;

/// <summary>
/// Releases all requests of a burst at the same moment, each on a separate connection, and waits for all responses.
/// </summary>
internal sealed class BurstExecutor(Func<Measurement, Connection> createConnection, TimeProvider time)
{
    /// <summary>Sends one burst of requests and waits for all responses.</summary>
    /// <param name="size">The number of requests in the burst.</param>
    /// <param name="firstIndex">The index of the first request in the burst.</param>
    /// <param name="measurement">
    /// The measurement of all bursts, to which the measurement of this burst is added.
    /// </param>
    public async Task SendAsync(int size, long firstIndex, Measurement measurement)
    {
        var burst = new Measurement(time, null, measurement.CountersByKind.Count)
        {
            IncludesFailures = measurement.IncludesFailures,
        };
        var connections = Enumerable.Range(0, size).Select(_ => createConnection(burst)).ToArray();
        var released = time.GetTimestamp();

        // The task yields, because the last response may have been handled on a socket thread, which must not run the
        // code that follows.
        await Task.WhenAll(connections.Select((connection, i) => connection.SendAsync(firstIndex + i, released)))
            .ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        var duration = time.GetElapsedTime(released);
        foreach (var connection in connections)
            connection.Dispose();
        measurement.AddBurst(burst, released, duration);
    }
}
