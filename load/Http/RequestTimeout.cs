namespace Load.Http;

/// <summary>A time limit for one request after the other, which makes a new timer only after one has run out.</summary>
internal sealed class RequestTimeout(TimeSpan limit) : IDisposable
{
    private CancellationTokenSource _source = new();

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
