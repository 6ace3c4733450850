namespace Load.Http;

/// <summary>
/// The time limit of one request after another. It reuses its timer, and creates a new one only after a timeout.
/// </summary>
/// <param name="limit">The time limit of each request, from sending to the last byte.</param>
internal sealed class RequestTimeout(TimeSpan limit) : IDisposable
{
    private CancellationTokenSource _source = new();

    /// <summary>Starts the time limit of the next request.</summary>
    /// <returns>The token that is cancelled when the time is over.</returns>
    public CancellationToken Restart()
    {
        if (!_source.TryReset())
        {
            _source.Dispose();
            _source = new CancellationTokenSource();
        }

        _source.CancelAfter(limit);
        return _source.Token;
    }

    public void Dispose() => _source.Dispose();
}
