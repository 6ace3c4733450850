namespace Load.Engine;

/// <summary>What a worker waits after each of its calls; a stop ends it early.</summary>
internal sealed class ThinkTime(TimeSpan length, TimeProvider time, CancellationToken stop)
{
    /// <param name="most">At most so long.</param>
    public async ValueTask WaitAsync(TimeSpan most)
    {
        if (length > TimeSpan.Zero)
            await Task.Delay(length < most ? length : most, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
