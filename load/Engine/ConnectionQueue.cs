using Load.Engine.ArrivalSchedule;

namespace Load.Engine;

/// <summary>
/// Assigns the arrivals of an open loop to free connections, and queues those that find none. One lock guards both,
/// so that no arrival waits while a connection is free.
/// </summary>
/// <param name="connections">The connections, all free at first.</param>
/// <param name="queueLimit">The number of arrivals that may wait.</param>
internal sealed class ConnectionQueue<T>(IReadOnlyCollection<T> connections, int queueLimit)
{
    private readonly Lock _gate = new();
    private readonly Stack<T> _free = new(connections);
    private readonly Queue<Arrival> _waiting = new();
    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _isClosed;

    /// <summary>Completes when the queue is closed and empty and every connection is free.</summary>
    public Task Completion => _completion.Task;

    /// <summary>
    /// Assigns a free connection to an arrival, or queues the arrival, or drops it if the queue is full.
    /// </summary>
    /// <param name="arrival">The arrival.</param>
    /// <param name="connection">The connection, if one was free.</param>
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

    /// <summary>
    /// Gives a connection the arrival that has waited longest, or releases the connection if none waits.
    /// </summary>
    /// <returns>Whether the connection has a next arrival.</returns>
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

    /// <summary>Declares that no more arrivals will come.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            CompleteIfIdle();
        }
    }

    /// <summary>Removes all waiting arrivals.</summary>
    /// <returns>The number of arrivals removed.</returns>
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

    /// <summary>Throws the exception that <see cref="Fail"/> received, if any.</summary>
    public void ThrowIfFailed()
    {
        if (_completion.Task.IsFaulted)
            throw _completion.Task.Exception!.InnerException!;
    }

    /// <summary>Fails <see cref="Completion"/> with an exception.</summary>
    public void Fail(Exception exception) => _completion.TrySetException(exception);

    private void CompleteIfIdle()
    {
        if (_isClosed && _free.Count == connections.Count)
            _completion.TrySetResult();
    }
}

/// <summary>What happened to an arrival.</summary>
internal enum Admission
{
    /// <summary>It has a connection and is to be sent.</summary>
    Acquired,

    /// <summary>It waits for a connection.</summary>
    Queued,

    /// <summary>It is never sent, because the queue is full.</summary>
    Dropped,
}
