namespace FrontendApi.Caching;

/// <summary>
/// Lets callers share a call that is under way, whether it succeeds or fails. Keeps nothing after the end of the call.
/// </summary>
/// <typeparam name="TKey">The type of the keys. Calls with equal keys have the same result.</typeparam>
internal sealed class CallCoalescer<TKey>
    where TKey : notnull
{
    private readonly Lock _lock = new();
    private readonly Dictionary<TKey, SharedCall> _calls = [];

    /// <summary>Makes a call, or waits for the call with the same key that is under way.</summary>
    /// <param name="key">The key of the call.</param>
    /// <param name="call">
    /// The delegate that makes the call, if this caller is the first. Its token is cancelled when all callers have
    /// left.
    /// </param>
    /// <param name="cancellationToken">
    /// A token with which this caller leaves. The first caller returns only after the end of the call nevertheless,
    /// because the call uses what belongs to that caller.
    /// </param>
    public async Task<T> CallAsync<T>(
        TKey key, Func<CancellationToken, Task<T>> call, CancellationToken cancellationToken)
        where T : class
    {
        cancellationToken.ThrowIfCancellationRequested();
        var (shared, isFirst) = Join(key);
        if (isFirst)
        {
            await using var leaving = cancellationToken.Register(() => Leave(key, shared));
            await RunAsync(key, shared, call);
            return (T)await shared.Completion.Task;
        }

        try
        {
            return (T)await shared.Completion.Task.WaitAsync(cancellationToken);
        }
        finally
        {
            Leave(key, shared);
        }
    }

    private (SharedCall Shared, bool IsFirst) Join(TKey key)
    {
        lock (_lock)
        {
            var isFirst = !_calls.TryGetValue(key, out var shared);
            shared ??= _calls[key] = new SharedCall();
            shared.Callers++;
            return (shared, isFirst);
        }
    }

    private void Leave(TKey key, SharedCall shared)
    {
        lock (_lock)
        {
            if (--shared.Callers > 0 || !Remove(key, shared))
                return;
        }

        shared.Cancellation.Cancel();
    }

    private async Task RunAsync<T>(TKey key, SharedCall shared, Func<CancellationToken, Task<T>> call)
        where T : class
    {
        try
        {
            var result = await call(shared.Cancellation.Token);
            End(key, shared);
            shared.Completion.SetResult(result);
        }
        catch (Exception exception)
        {
            End(key, shared);
            shared.Completion.SetException(exception);
        }
    }

    // Nobody may join a call that has ended.
    private void End(TKey key, SharedCall shared)
    {
        lock (_lock)
            Remove(key, shared);
    }

    /// <summary>Removes a call, unless another call with its key has begun since all callers left it.</summary>
    private bool Remove(TKey key, SharedCall shared) =>
        _calls.GetValueOrDefault(key) == shared && _calls.Remove(key);

    private sealed class SharedCall
    {
        public TaskCompletionSource<object> Completion { get; } =
            new(TaskCreationOptions.RunContinuationsAsynchronously);

        // It is not disposed: a caller may cancel it at the moment of its end, and it has neither timer nor handle.
        public CancellationTokenSource Cancellation { get; } = new();

        public int Callers { get; set; }
    }
}
