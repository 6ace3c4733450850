namespace TwoTier.Load.Engine;

/// <summary>A stage of a run: a period of load with one load profile.</summary>
internal sealed record Stage(string? GivenName, LoadProfile Profile)
{
    /// <summary>The name that the user gave to the stage, or else the description of its load profile.</summary>
    public string Name => GivenName ?? Profile.Description;

    /// <summary>Gets the sum of the planned durations; null if a stage has none.</summary>
    public static TimeSpan? GetTotalDuration(IReadOnlyList<Stage> stages) =>
        stages.Aggregate((TimeSpan?)TimeSpan.Zero, (sum, stage) => sum + stage.Profile.Duration);
}

internal sealed record StageResult(Stage Stage, TimeSpan Start, Measurement Measurement);

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
    /// <summary>By process name; null if there was no cool-down.</summary>
    public IReadOnlyDictionary<string, ProcessMetrics?>? MetricsAfterCooldown { get; init; }

    /// <summary>The runtime of the target in words; null if it was not monitored.</summary>
    public string? Target { get; init; }

    /// <summary>The judgements on the steps of the arrival rate; empty for a run without steps.</summary>
    public IReadOnlyList<StepOutcome> Steps { get; init; } = [];

    /// <summary>Null if the figures of the run have no intervals.</summary>
    public RunParts? Parts { get; init; }

    /// <summary>Null if the machine could not be read.</summary>
    public MachineUsage? Machine { get; init; }

    public RunValidity Validity => RunValidity.FromChecks(Checks, IsCutShort);
}
