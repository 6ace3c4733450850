namespace Load.Sending;

/// <summary>What a worker waits after each of its calls; a stop ends it early.</summary>
internal sealed class Pause(TimeSpan length, TimeProvider time, CancellationToken stop)
{
    public async ValueTask WaitAsync()
    {
        if (length > TimeSpan.Zero)
            await Task.Delay(length, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
