using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>A mode of resilience with its settings.</summary>
internal sealed record ResilienceVariant(string Name, string Mode, params string[] Settings)
{
    public static IReadOnlyList<ResilienceVariant> All { get; } =
    [
        new("none", "none"),
        new("standard", "standard"),
        new("defaults", "standard", "--Resilience:FailureRatio=0.1", "--Resilience:MinimumThroughput=100",
            "--Resilience:SamplingDuration=00:00:30"),
        new("retry", "retry"),
        new("retry-budget", "retry-budget"),
        new("hedging", "hedging"),
        new("breaker", "breaker"),
    ];
}

/// <summary>A way in which the back-end is in trouble.</summary>
/// <param name="Name">The name of the scenario in the table.</param>
/// <param name="Settings">The settings of the back-end: the injected faults and the limits.</param>
internal sealed record ResilienceScenario(string Name, params string[] Settings)
{
    /// <summary>The time under load before the back-end goes away, and after it is back.</summary>
    public const int SecondsBeforeAndAfter = 13;

    /// <summary>The time for which the back-end is away, or 0.</summary>
    public int SecondsAway { get; private init; }

    /// <summary>The largest share of aggregates that may fail with the mode standard, in percent.</summary>
    private double? MaxFailedPercent { get; init; }

    public static IReadOnlyList<ResilienceScenario> All { get; } =
    [
        new("healthy") { MaxFailedPercent = 0 },
        new("slow-5", "--Faults:Active:LatencyMs=2000", "--Faults:Active:LatencyShare=0.05"),
        new("errors-10", "--Faults:Active:ErrorShare=0.1") { MaxFailedPercent = 0.5 },
        new("errors-20", "--Faults:Active:ErrorShare=0.2") { MaxFailedPercent = 2 },
        new("restart") { SecondsAway = 1 },
        new("away-20s") { SecondsAway = 20 },
        // Four requests at a time that take 100 ms are 40 requests a second: fewer than half of what is needed.
        new("overload", "--Faults:Active:LatencyMs=100", "--Limits:ConcurrentRequests=4"),
    ];

    public IEnumerable<string> BackendSettings => [.. FaultControl.Settings, .. Settings];

    /// <summary>Returns what is expected of a result, or null if nothing is.</summary>
    public (bool IsMet, string Text)? GetExpectation(ResilienceVariant variant, ResilienceResult result) =>
        (Name, variant.Name) switch
        {
            ("overload", "retry") => (result.CallsPerNeeded >= 3,
                $"the calls are multiplied by {TableNumbers.Format(result.CallsPerNeeded)} (expected: 3 or more)"),
            ("overload", "retry-budget") => (result.CallsPerNeeded <= 1.3,
                $"the calls are multiplied by {TableNumbers.Format(result.CallsPerNeeded)} (required: 1.3 or less)"),
            ("away-20s", "standard") => (result is { FastRejections: >= 0.99, Recovery.TotalSeconds: <= 10 },
                $"{TableNumbers.Format(100 * result.FastRejections)} % of the rejections took less than 50 ms, and the "
                + $"front-end recovered in {TableNumbers.Format(result.Recovery?.TotalSeconds)} s\n"
                + "    (required: 99 %, 10 s)"),
            (_, "standard") when MaxFailedPercent is { } limit => (result.FailedPercent <= limit,
                $"{TableNumbers.Format(result.FailedPercent)} % failed (required: {limit} % or less)"),
            _ => null,
        };
}

/// <summary>The result of one mode of resilience in one scenario.</summary>
/// <param name="Run">The measurements of the load tool.</param>
/// <param name="CallsPerNeeded">The calls to the back-end, divided by those without retries and hedges.</param>
/// <param name="FastRejections">
/// The share of the responses with status 503 that took less than 50 ms, in the second half of the time for which the
/// back-end is away; null if there were none.
/// </param>
/// <param name="Recovery">
/// The time from the start of the back-end until the front-end answered as before; null if it did not, or need not.
/// </param>
internal sealed record ResilienceResult(
    VariantResult Run, double CallsPerNeeded, double? FastRejections, TimeSpan? Recovery)
{
    public double FailedPercent => 100.0 * Run.Errors / Run.Requests;

    public static ResilienceResult Create(
        VariantResult run, PrometheusSamples metrics, (TimeSpan? Recovery, double? FastRejections) away)
    {
        const string Events = "backend_resilience_events_total";
        var calls = metrics.Sum("backend_call_duration_seconds_count");
        // Attempts include those that an open circuit rejects. Modes without retries and hedges report no attempts.
        var attempts = metrics.Sum(Events, "event=\"ExecutionAttempt\"");
        var repeated = metrics.Sum(Events, "event=\"OnRetry\"") + metrics.Sum(Events, "event=\"OnHedging\"");
        var needed = attempts > 0 ? attempts - repeated : calls;
        return new(run, calls / needed, away.FastRejections, away.Recovery);
    }

    public ResilienceRow ToRow(ResilienceScenario scenario, ResilienceVariant variant) => new(
        scenario.Name, variant.Name, Run.Requests / Run.MeasuredS, (Run.Requests - Run.Errors) / Run.MeasuredS,
        FailedPercent, Run.Latency.P99, CallsPerNeeded, Run.Target.CpuMs, 100 * FastRejections, Recovery?.TotalSeconds);
}

/// <summary>A row of the study's table.</summary>
internal sealed record ResilienceRow(
    string Scenario, string Resilience, double? RequestsPerS, double? GoodPerS, double FailedPercent, double? P99Ms,
    double CallsPerNeeded, double? CpuMs, double? FastRejectionsPercent, double? RecoveryS)
{
    public string[] Format() =>
    [
        Scenario, Resilience, TableNumbers.Format(RequestsPerS), TableNumbers.Format(GoodPerS),
        TableNumbers.Format(FailedPercent), TableNumbers.Format(P99Ms), TableNumbers.Format(CallsPerNeeded),
        TableNumbers.Format(CpuMs),
        FastRejectionsPercent is { } percent ? $"{TableNumbers.Format(percent)} %" : TableNumbers.NotMeasured,
        TableNumbers.Format(RecoveryS),
    ];
}
