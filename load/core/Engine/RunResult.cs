namespace TwoTier.Load.Engine;

internal sealed record RunResult(
    Measurement Measurement,
    LoadProfile Profile,
    DateTimeOffset Started,
    DateTimeOffset Ended,
    ResourceUsage Usage,
    double ToolCores,
    IReadOnlyList<ValidityCheck> Checks,
    IReadOnlyList<ThresholdResult> Thresholds,
    bool IsCutShort,
    MetricsSampler? Sampler = null)
{
    /// <summary>The runtime of the target in words; null if it was not monitored.</summary>
    public string? Target { get; init; }

    public IReadOnlyList<StepOutcome> Steps { get; init; } = [];
    public RunParts? Parts { get; init; }
    public MachineUsage? Machine { get; init; }

    public RunValidity Validity => RunValidity.FromChecks(Checks, IsCutShort, Machine?.OtherShare);
}
