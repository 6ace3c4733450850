namespace Studies.Studies;

/// <summary>A way in which the back-end is in trouble.</summary>
internal sealed record ResilienceScenario(string Name, params string[] Settings)
{
    /// <summary>The time under load before the back-end goes away, and after it is back.</summary>
    public const int SecondsBeforeAndAfter = 13;

    /// <summary>The values of the front-end's query flag resilience.</summary>
    public static readonly IReadOnlyList<string> Modes =
        ["none", "standard", "hedging", "retry", "breaker", "budget"];

    /// <summary>The time for which the back-end is away, or 0.</summary>
    public int SecondsAway { get; private init; }

    public static IReadOnlyList<ResilienceScenario> All { get; } =
    [
        new("healthy"),
        new("slow-5", "--Faults:Active:LatencyMs=2000", "--Faults:Active:LatencyShare=0.05"),
        new("errors-10", "--Faults:Active:ErrorShare=0.1"),
        new("errors-20", "--Faults:Active:ErrorShare=0.2"),
        new("restart") { SecondsAway = 1 },
        new("away-20s") { SecondsAway = 20 },
        // Four requests at a time that take 100 ms are 40 requests a second: fewer than half of what is needed.
        new("overload", "--Faults:Active:LatencyMs=100", "--Limits:ConcurrentRequests=4"),
    ];

    /// <summary>Returns what is expected of a result, or null if nothing is.</summary>
    public (bool IsMet, string Text)? GetExpectation(string mode, ResilienceResult result) =>
        (Name, mode) switch
        {
            ("overload", "retry") => (result.CallsPerNeeded >= 3,
                $"the calls are multiplied by {TableNumbers.Format(result.CallsPerNeeded)} (expected: 3 or more)"),
            ("overload", "budget") => (result.CallsPerNeeded <= 1.3,
                $"the calls are multiplied by {TableNumbers.Format(result.CallsPerNeeded)} (required: 1.3 or less)"),
            ("healthy", _) => (result.FailedPercent is 0,
                $"{TableNumbers.Format(result.FailedPercent)} % failed (required: none)"),
            _ => null,
        };
}

/// <summary>The result of one mode of resilience in one scenario.</summary>
internal sealed record ResilienceResult(
    VariantResult Run, double CallsPerNeeded, double? FastRejections, TimeSpan? Recovery)
{
    public double FailedPercent => 100.0 * Run.Errors / Run.Requests;

    public static ResilienceResult Create(
        VariantResult run, PrometheusSamples metrics, (TimeSpan? Recovery, double? FastRejections) away) => new(
        run,
        metrics.Total("http_client_request_duration_seconds_count") / metrics.Total("backend_call_duration_seconds_count"),
        away.FastRejections,
        away.Recovery);

    public ResilienceRow ToRow(ResilienceScenario scenario, string mode) => new(
        scenario.Name, mode, Run.Requests / Run.MeasuredS, (Run.Requests - Run.Errors) / Run.MeasuredS,
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
