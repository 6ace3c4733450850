namespace TwoTier.Load.Http;

/// <summary>
/// A time limit that is applied to one request after another. It reuses a timer, and creates a new timer only after a
/// timeout.
/// </summary>
internal sealed class RequestTimeout : IDisposable
{
    private readonly TimeSpan _limit;
    private readonly CancellationToken _abortToken;
    private readonly CancellationTokenRegistration _registration;
    private CancellationTokenSource _source = new();

    public RequestTimeout(TimeSpan limit, CancellationToken abort = default)
    {
        (_limit, _abortToken) = (limit, abort);
        _registration = abort.UnsafeRegister(static timeout => ((RequestTimeout)timeout!).Cancel(), this);
    }

    /// <summary>Starts the time limit for the next request.</summary>
    public CancellationToken Restart()
    {
        if (!_source.TryReset())
        {
            _source.Dispose();
            Volatile.Write(ref _source, new CancellationTokenSource());
        }

        _source.CancelAfter(_limit);
        if (_abortToken.IsCancellationRequested)
            _source.Cancel();
        return _source.Token;
    }

    public void Dispose()
    {
        _registration.Dispose();
        _source.Dispose();
    }

    private void Cancel()
    {
        try
        {
            Volatile.Read(ref _source).Cancel();
        }
        catch (ObjectDisposedException)
        {
            // The method Restart has just replaced the token source, and cancels the new one itself.
        }
    }
}
