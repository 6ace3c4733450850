namespace Load.Http;

/// <summary>
/// A time limit that is applied to one request after another. It reuses a timer, and creates a new timer only after a
/// timeout.
/// </summary>
/// <param name="limit">The time limit of each request, from sending to the last byte.</param>
internal sealed class RequestTimeout(TimeSpan limit) : IDisposable
{
    private CancellationTokenSource _source = new();

    /// <summary>Starts the time limit for the next request.</summary>
    /// <returns>The token that is cancelled when the time limit is reached.</returns>
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
