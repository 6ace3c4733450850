using System.ComponentModel.DataAnnotations;

namespace FrontendApi.Backend;

/// <summary>
/// The settings of <c>resilience=retry</c>, <c>breaker</c>, <c>budget</c> and <c>hedging-budget</c>. Configuration
/// section <c>Resilience</c>. The modes <c>standard</c> and <c>hedging</c> have the default settings of their library.
/// </summary>
internal sealed class ResilienceOptions
{
    private const string Advice = "Set Resilience:{0} to a value between {1} and {2}.";

    /// <summary>The most retries of a failed call. From 1 to 10; the default is 3.</summary>
    [Range(1, 10, ErrorMessage = Advice)]
    public int Retries { get; init; } = 3;

    /// <summary>
    /// The delay before the first retry; each later delay is twice as long, with jitter. From 0 to 1 min; the default
    /// is 200 ms.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00", "00:01:00", ErrorMessage = Advice)]
    public TimeSpan RetryDelay { get; init; } = TimeSpan.FromMilliseconds(200);

    /// <summary>The retries per call that budget allows in the long run. From 0.01 to 1; the default is 0.1.</summary>
    [Range(0.01, 1, ErrorMessage = Advice)]
    public double RetryBudget { get; init; } = 0.1;

    /// <summary>
    /// The hedges per call that hedging-budget allows in the long run. From 0.01 to 1; the default is 0.08, which with
    /// the tokens of quiet times stays below a tenth.
    /// </summary>
    [Range(0.01, 1, ErrorMessage = Advice)]
    public double HedgingBudget { get; init; } = 0.08;

    /// <summary>
    /// The time without headers after which hedging-budget sends another attempt. From 1 ms to 10 s; the default is 100
    /// ms.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.001", "00:00:10", ErrorMessage = Advice)]
    public TimeSpan HedgingDelay { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>The ratio of failures at which the circuit breaker opens. From 0.01 to 1; the default is 0.5.</summary>
    [Range(0.01, 1, ErrorMessage = Advice)]
    public double FailureRatio { get; init; } = 0.5;

    /// <summary>
    /// The number of calls within the sampling duration below which the circuit breaker stays closed. From 2 to
    /// 1,000,000; the default is 50.
    /// </summary>
    [Range(2, 1_000_000, ErrorMessage = Advice)]
    public int MinimumThroughput { get; init; } = 50;

    /// <summary>
    /// The time over which the circuit breaker calculates the ratio. When the back-end goes away, the circuit opens
    /// about this much later, because earlier successes count until then. From 500 ms to 1 h; the default is 5 s.
    /// </summary>
    [Range(typeof(TimeSpan), "00:00:00.500", "01:00:00", ErrorMessage = Advice)]
    public TimeSpan SamplingDuration { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The time that the circuit breaker stays open. From 500 ms to 1 h; the default is 5 s.</summary>
    [Range(typeof(TimeSpan), "00:00:00.500", "01:00:00", ErrorMessage = Advice)]
    public TimeSpan BreakDuration { get; init; } = TimeSpan.FromSeconds(5);
}
