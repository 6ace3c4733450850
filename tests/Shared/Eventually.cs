using System.Runtime.CompilerServices;

namespace Testing;

/// <summary>Waits for a condition by polling it, for a limited time, which is long by default.</summary>
internal static class Eventually
{
    private static readonly TimeSpan DefaultLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan PollingInterval = TimeSpan.FromMilliseconds(10);

    public static Task WaitUntilAsync(
        Func<bool> condition,
        TimeSpan? within = null,
        [CallerArgumentExpression(nameof(condition))] string expression = "") =>
        WaitUntilAsync(() => Task.FromResult(condition()), within, expression);

    public static Task WaitUntilAsync(
        Func<Task<bool>> condition,
        TimeSpan? within = null,
        [CallerArgumentExpression(nameof(condition))] string expression = "") =>
        GetAsync(async () => await condition() ? "true" : null, within, expression);

    /// <summary>Waits until a value can be read, which is null as long as there is none.</summary>
    public static async Task<T> GetAsync<T>(
        Func<Task<T?>> read,
        TimeSpan? within = null,
        [CallerArgumentExpression(nameof(read))] string expression = "")
        where T : class
    {
        var (limit, endOfTest) = (within ?? DefaultLimit, TestContext.Current.CancellationToken);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(endOfTest);
        end.CancelAfter(limit);
        try
        {
            while (true)
            {
                if (await read().WaitAsync(end.Token) is { } value)
                    return value;
                await Task.Delay(PollingInterval, end.Token);
            }
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested && !endOfTest.IsCancellationRequested)
        {
            throw new TimeoutException(FormattableString.Invariant(
                $"The condition was not met within {limit.TotalSeconds:0.###} s: {expression}"));
        }
    }
}
