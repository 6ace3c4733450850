namespace TwoTier.Load.Engine;

/// <summary>
/// Assigns the arrivals (due requests) of an open loop to free connections, and queues the arrivals that find none. One
/// lock guards both the connections and the queue, so that no arrival waits while a connection is free.
/// </summary>
internal sealed class ConnectionQueue<T>(IReadOnlyCollection<T> connections, int queueLimit)
{
    private readonly Lock _gate = new();
    private readonly Stack<T> _freeConnections = new(connections);
    private readonly Queue<Arrival> _waitingArrivals = new();
    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _isClosed;

    /// <summary>Completes when the queue is closed and empty and every connection is free.</summary>
    public Task Completion => _completion.Task;

    public QueueDecision TryAcquire(Arrival arrival, out T? connection)
    {
        lock (_gate)
        {
            if (_freeConnections.TryPop(out connection))
                return QueueDecision.Acquired;
            if (_waitingArrivals.Count >= queueLimit)
                return QueueDecision.Dropped;
            _waitingArrivals.Enqueue(arrival);
            return QueueDecision.Queued;
        }
    }

    /// <summary>
    /// Assigns to a connection the arrival that has waited longest, or releases the connection if no arrival waits.
    /// </summary>
    public bool TryGetNextOrRelease(T connection, out Arrival arrival)
    {
        lock (_gate)
        {
            if (_waitingArrivals.TryDequeue(out arrival))
                return true;
            _freeConnections.Push(connection);
            CompleteIfIdle();
            return false;
        }
    }

    /// <summary>Closes the queue: no more arrivals will come.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            CompleteIfIdle();
        }
    }

    /// <summary>Removes all arrivals from the queue.</summary>
    public IReadOnlyList<Arrival> Drain()
    {
        lock (_gate)
        {
            Arrival[] waiting = [.. _waitingArrivals];
            _waitingArrivals.Clear();
            CompleteIfIdle();
            return waiting;
        }
    }

    public void ThrowIfFailed()
    {
        if (_completion.Task.IsFaulted)
            throw _completion.Task.Exception!.InnerException!;
    }

    /// <summary>Makes the task <see cref="Completion"/> fail.</summary>
    public void Fail(Exception exception) => _completion.TrySetException(exception);

    private void CompleteIfIdle()
    {
        if (_isClosed && _freeConnections.Count == connections.Count)
            _completion.TrySetResult();
    }
}

internal enum QueueDecision
{
    Acquired,
    Queued,

    /// <summary>The arrival is never sent, because the queue is full.</summary>
    Dropped,
}
