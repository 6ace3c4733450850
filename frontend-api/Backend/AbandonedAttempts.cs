using Polly;

namespace FrontendApi.Backend;

/// <summary>
/// Recognizes attempts that were cancelled after much more than the usual time, because the caller disconnected or
/// Backend:Timeout elapsed. Such an attempt says as much of the back-end as a timeout does. Polly's circuit breaker
/// takes it for a success, so that the circuit stays closed if callers are less patient than each timeout.
/// </summary>
internal sealed class AbandonedAttempts(TimeProvider time) : ResilienceStrategy<HttpResponseMessage>
{
    /// <summary>The multiple of the usual time after which a cancelled attempt is a failure.</summary>
    public const double Multiple = 3;

    /// <summary>The shortest time after which it is one: 100 ms.</summary>
    public static readonly TimeSpan Minimum = TimeSpan.FromMilliseconds(100);

    // How much an attempt changes the usual time: the last ten make two thirds of it.
    private const double Weight = 0.1;

    // A lost update of two attempts that end at the same time changes little.
    private double _usualSeconds;

    protected override async ValueTask<Outcome<HttpResponseMessage>> ExecuteCore<TState>(
        Func<ResilienceContext, TState, ValueTask<Outcome<HttpResponseMessage>>> callback,
        ResilienceContext context,
        TState state)
    {
        var started = time.GetTimestamp();
        var outcome = await callback(context, state);
        var elapsed = time.GetElapsedTime(started);
        var usual = Volatile.Read(ref _usualSeconds);
        if (outcome.Exception is OperationCanceledException cancelled)
        {
            return elapsed >= Minimum && elapsed.TotalSeconds >= Multiple * usual
                ? Outcome.FromException<HttpResponseMessage>(new AttemptAbandonedException(cancelled))
                : outcome;
        }

        if (outcome.Result is { IsSuccessStatusCode: true })
            Volatile.Write(ref _usualSeconds, usual + (Weight * (elapsed.TotalSeconds - usual)));
        return outcome;
    }
}

internal sealed class AbandonedAttemptOptions : ResilienceStrategyOptions;

/// <summary>The attempt was cancelled after much more than the usual time.</summary>
internal sealed class AttemptAbandonedException(OperationCanceledException cause)
    : OperationCanceledException(cause.Message, cause, cause.CancellationToken);
