using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Testing;

/// <summary>Waits for a condition by polling it, for a limited time.</summary>
internal static class Eventually
{
    private static readonly TimeSpan DefaultLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PollingInterval = TimeSpan.FromMilliseconds(20);

    /// <summary>
    /// Waits until a condition is true. If the condition is still false when the time is up, the test fails with the
    /// source text of the condition.
    /// </summary>
    /// <param name="condition">The condition. It is polled every 20 ms.</param>
    /// <param name="within">The longest time to wait. The default is 10 s.</param>
    /// <param name="expression">The source text of the condition. The compiler fills it in.</param>
    public static Task WaitUntilAsync(
        Func<bool> condition,
        TimeSpan? within = null,
        [CallerArgumentExpression(nameof(condition))] string expression = "") =>
        WaitUntilAsync(() => Task.FromResult(condition()), within, expression);

    /// <inheritdoc cref="WaitUntilAsync(Func{bool}, TimeSpan?, string)"/>
    public static Task WaitUntilAsync(
        Func<Task<bool>> condition,
        TimeSpan? within = null,
        [CallerArgumentExpression(nameof(condition))] string expression = "") =>
        GetAsync(async () => await condition() ? "true" : null, within, expression);

    /// <summary>
    /// Waits until a value can be read. If there is still no value when the time is up, the test fails with the source
    /// text of the expression that reads it.
    /// </summary>
    /// <param name="read">
    /// A function that returns the value, or null as long as there is none. It is called every 20 ms.
    /// </param>
    /// <param name="within">The longest time to wait. The default is 10 s.</param>
    /// <param name="expression">
    /// The source text of the expression that reads the value. The compiler fills it in.
    /// </param>
    /// <returns>The first value that was read and is not null.</returns>
    public static async Task<T> GetAsync<T>(
        Func<Task<T?>> read,
        TimeSpan? within = null,
        [CallerArgumentExpression(nameof(read))] string expression = "")
        where T : class
    {
        var limit = within ?? DefaultLimit;
        var stopwatch = Stopwatch.StartNew();
        var cancellationToken = TestContext.Current.CancellationToken;
        while (true)
        {
            if (await ReadWithinAsync(limit - stopwatch.Elapsed) is { } value)
                return value;
            if (stopwatch.Elapsed >= limit)
                throw CreateTimeoutException(expression, limit, null);
            await Task.Delay(PollingInterval, cancellationToken);
        }

        async Task<T?> ReadWithinAsync(TimeSpan remaining)
        {
            var reading = read();
            try
            {
                var left = remaining > TimeSpan.Zero ? remaining : TimeSpan.Zero;
                return await reading.WaitAsync(left, cancellationToken);
            }
            catch (TimeoutException timeout) when (!reading.IsCompleted)
            {
                throw CreateTimeoutException(expression, limit, timeout);
            }
        }
    }

    private static TimeoutException CreateTimeoutException(string expression, TimeSpan limit, Exception? inner) =>
        new(
            FormattableString.Invariant(
                $"The condition was not met within {limit.TotalSeconds:0.###} s: {expression}"),
            inner);
}
