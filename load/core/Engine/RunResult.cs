namespace TwoTier.Load.Engine;

/// <summary>The result of a run.</summary>
internal sealed record RunResult(
    Measurement Measurement,
    IReadOnlyList<StageResult> Stages,
    DateTimeOffset Started,
    DateTimeOffset Ended,
    ResourceUsage Usage,
    double ToolCores,
    IReadOnlyList<ValidityCheck> Checks,
    IReadOnlyList<ThresholdResult> Thresholds,
    bool IsCutShort,
    MetricsSampler? Sampler = null)
{
    /// <summary>
    /// The metrics of the monitored processes after the cool-down, keyed by process name; null if there was no
    /// cool-down.
    /// </summary>
    public IReadOnlyDictionary<string, ProcessMetrics?>? MetricsAfterCooldown { get; init; }

    /// <summary>The runtime of the target in words; null if it was not monitored.</summary>
    public string? Target { get; init; }

    /// <summary>The judgements on the steps of the arrival rate; empty for a run without steps.</summary>
    public IReadOnlyList<StepOutcome> Steps { get; init; } = [];

    /// <summary>The slowest requests; null for a run that was not traced.</summary>
    public IReadOnlyList<TraceResult>? Traces { get; init; }

    /// <summary>The load of the machine during the run; null if it could not be read.</summary>
    public MachineUsage? Machine { get; init; }

    public RunValidity Validity => RunValidity.FromChecks(Checks, IsCutShort);
}
