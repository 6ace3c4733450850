using Load.Engine.ArrivalSchedule;

namespace Load.Engine;

/// <summary>
/// Free connections, and the arrivals that wait for one. Under one lock, so that none waits while another is free.
/// </summary>
/// <param name="all">The connections, free at first.</param>
/// <param name="queueLimit">How many may wait.</param>
internal sealed class ConnectionQueue<T>(IReadOnlyCollection<T> all, int queueLimit)
{
    private readonly Lock _gate = new();
    private readonly Stack<T> _free = new(all);
    private readonly Queue<Arrival> _waiting = new();
    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _isClosed;

    /// <summary>Nobody will come any more, nobody waits, and every connection is free.</summary>
    public Task Completion => _completion.Task;

    /// <returns>What became of the arrival; with the connection that is now its own when it is to be sent.</returns>
    public Admission TryAcquire(Arrival arrival, out T? connection)
    {
        lock (_gate)
        {
            if (_free.TryPop(out connection))
                return Admission.Acquired;
            if (_waiting.Count >= queueLimit)
                return Admission.Dropped;
            _waiting.Enqueue(arrival);
            return Admission.Queued;
        }
    }

    /// <summary>A connection has done its work: it gets the arrival that has waited longest, or is free again.</summary>
    public bool TryGetNextOrRelease(T connection, out Arrival arrival)
    {
        lock (_gate)
        {
            if (_waiting.TryDequeue(out arrival))
                return true;
            _free.Push(connection);
            CompleteIfIdle();
            return false;
        }
    }

    /// <summary>Nobody will come any more.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            CompleteIfIdle();
        }
    }

    /// <returns>How many waited, and do no longer.</returns>
    public int Drain()
    {
        lock (_gate)
        {
            var waiting = _waiting.Count;
            _waiting.Clear();
            CompleteIfIdle();
            return waiting;
        }
    }

    /// <exception cref="Exception">What <see cref="Fail"/> was told.</exception>
    public void ThrowIfFailed()
    {
        if (_completion.Task.IsFaulted)
            throw _completion.Task.Exception!.InnerException!;
    }

    /// <summary>Ends the wait with what went wrong.</summary>
    public void Fail(Exception exception) => _completion.TrySetException(exception);

    private void CompleteIfIdle()
    {
        if (_isClosed && _free.Count == all.Count)
            _completion.TrySetResult();
    }
}

internal enum Admission
{
    Acquired,
    Queued,
    Dropped,
}
