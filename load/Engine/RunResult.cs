using Load.Machine;
using Load.Metrics;
using Load.Target;
using Load.Tracing;
using Load.Validity;

namespace Load.Engine;

/// <summary>The result of a run.</summary>
/// <param name="Measurement">The measurement of the whole run, without the warm-up.</param>
/// <param name="Stages">The results of the stages, in the order in which the stages ran.</param>
/// <param name="Started">The time at which the measurement started.</param>
/// <param name="Ended">The time at which the last response arrived.</param>
/// <param name="Usage">The resources that the monitored processes used.</param>
/// <param name="ToolCores">The CPU use of the load tool itself, in cores.</param>
/// <param name="Checks">The checks that decide whether the run is valid.</param>
/// <param name="Thresholds">The results of the thresholds that the user set.</param>
/// <param name="IsCutShort">Whether the run was stopped before its planned end.</param>
/// <param name="Sampler">
/// The sampler of the monitored processes; null for a run of a single stage without intervals or bursts.
/// </param>
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

    /// <summary>The slowest requests with the spans of the services; null for a run that was not traced.</summary>
    public IReadOnlyList<(TracedRequest Request, IReadOnlyList<Span> Spans)>? Traces { get; init; }

    /// <summary>The load of the machine during the run; null if it could not be read.</summary>
    public MachineUsage? Machine { get; init; }

    /// <summary>The validity of the run: one of the states of <see cref="RunValidity"/>.</summary>
    public string State => Checks.Any(check => check.State == CheckState.Fail) ? RunValidity.InvalidState
        : IsCutShort ? RunValidity.CutShortState
        : Checks.Any(check => check.Id == RunChecks.ExpectedErrorsId) ? RunValidity.FailedAsPlannedState
        : RunValidity.ValidState;
}
