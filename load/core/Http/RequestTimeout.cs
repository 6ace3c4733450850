namespace TwoTier.Load.Http;

/// <summary>
/// The time limit for the requests of a connection, one after the other. Its timer runs all the time and looks at the
/// deadline of the current request, because to set a timer for each request costs more.
/// </summary>
internal sealed class RequestTimeout : IDisposable
{
    private const long NoDeadline = long.MaxValue;
    private const long Expired = -1;

    private readonly long _limitMs;
    private readonly CancellationToken _abortToken;
    private readonly CancellationTokenRegistration _registration;
    private readonly Timer _timer;
    private CancellationTokenSource _source = new();
    private long _deadline = NoDeadline;

    public RequestTimeout(TimeSpan limit, CancellationToken abort = default)
    {
        (_limitMs, _abortToken) = ((long)Math.Clamp(Math.Ceiling(limit.TotalMilliseconds), 1, int.MaxValue), abort);
        _registration = abort.UnsafeRegister(static timeout => ((RequestTimeout)timeout!)._source.Cancel(), this);
        _timer = new Timer(static timeout => ((RequestTimeout)timeout!).CheckDeadline(), this, _limitMs, -1);
    }

    /// <summary>Starts the time limit for the next request.</summary>
    public CancellationToken Restart()
    {
        var deadline = Environment.TickCount64 + _limitMs;
        if (Interlocked.Exchange(ref _deadline, deadline) == Expired || _source.IsCancellationRequested)
            Volatile.Write(ref _source, new CancellationTokenSource());
        if (_abortToken.IsCancellationRequested)
            _source.Cancel();
        return _source.Token;
    }

    /// <summary>Ends the time limit of the current request.</summary>
    public void End()
    {
        if (Volatile.Read(ref _deadline) is not Expired and var deadline)
            Interlocked.CompareExchange(ref _deadline, NoDeadline, deadline);
    }

    public void Dispose()
    {
        _registration.Dispose();
        _timer.Dispose();
    }

    private void CheckDeadline()
    {
        // The source is read before the deadline. If both have been replaced since, the exchange fails.
        var (source, deadline) = (Volatile.Read(ref _source), Volatile.Read(ref _deadline));
        var remaining = deadline is NoDeadline or Expired ? _limitMs : deadline - Environment.TickCount64;
        if (remaining <= 0 && Interlocked.CompareExchange(ref _deadline, Expired, deadline) == deadline)
            source.Cancel();
        _timer.Change(remaining <= 0 ? _limitMs : remaining, -1);
    }
}
