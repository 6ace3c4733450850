namespace Load.Sending;

/// <summary>A time limit for one request after the other, which makes a new timer only after one has run out.</summary>
internal sealed class Deadline(TimeSpan limit) : IDisposable
{
    private CancellationTokenSource source = new();

    public CancellationToken Restart()
    {
        if (!source.TryReset())
        {
            source.Dispose();
            source = new CancellationTokenSource();
        }

        source.CancelAfter(limit);
        return source.Token;
    }

    public void Dispose() => source.Dispose();
}
