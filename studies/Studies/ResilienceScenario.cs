namespace Studies.Studies;

/// <summary>A way in which the back-end is in trouble.</summary>
internal sealed record ResilienceScenario(string Name, params string[] Settings)
{
    public const int SecondsBeforeAndAfter = 13;

    public static readonly IReadOnlyList<string> Modes =
        ["none", "standard", "hedging", "retry", "breaker", "budget"];

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

    public (bool IsMet, string Text)? GetExpectation(ResilienceRow result) =>
        (Name, result.Resilience) switch
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

internal sealed record ResilienceRow(
    string Scenario, string Resilience, double? RequestsPerS, double? GoodPerS, double FailedPercent, double? P99Ms,
    double CallsPerNeeded, double? CpuMs, double? FastRejectionsPercent, double? RecoveryS)
{
    public static ResilienceRow Create(
        string scenario, string mode, VariantResult run, PrometheusSamples metrics,
        (TimeSpan? Recovery, double? FastRejections) away) => new(
        scenario, mode, run.Requests / run.MeasuredS, (run.Requests - run.Errors) / run.MeasuredS,
        100.0 * run.Errors / run.Requests, run.Latency.P99,
        metrics.Total("http_client_request_duration_seconds_count")
            / metrics.Total("backend_call_duration_seconds_count"),
        run.Target.CpuMs, 100 * away.FastRejections, away.Recovery?.TotalSeconds);
}
