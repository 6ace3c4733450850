using Load.Metrics;
using Load.Target;
using Load.Validity;

namespace Load.Engine;

/// <summary>A run that is over.</summary>
/// <param name="Measurement">What the client saw.</param>
/// <param name="Stages">Its parts, in their order.</param>
/// <param name="Started">Without the warm-up.</param>
/// <param name="Ended">With the last reply.</param>
/// <param name="Usage">What the target used.</param>
/// <param name="ToolCores">CPU of the load tool itself.</param>
/// <param name="Checks">Whether to believe it.</param>
/// <param name="Thresholds">Whether it is what was asked for.</param>
/// <param name="IsCutShort">Somebody stopped it.</param>
/// <param name="Sampler">Of the tiers while it ran; null of one that has no parts to tell apart.</param>
internal sealed record RunResult(
    Measurement Measurement,
    IReadOnlyList<StageResult> Stages,
    DateTimeOffset Started,
    DateTimeOffset Ended,
    ResourceUsage Usage,
    double ToolCores,
    IReadOnlyList<Check> Checks,
    IReadOnlyList<ThresholdResult> Thresholds,
    bool IsCutShort,
    MetricsSampler? Sampler = null)
{
    /// <summary>What the tiers said some time after the load; null where nobody waited.</summary>
    public IReadOnlyDictionary<string, ProcessMetrics?>? CooledDown { get; init; }

    public string State => Checks.Any(check => check.State == CheckState.Fail) ? RunValidity.Invalid
        : IsCutShort ? RunValidity.CutShort
        : RunValidity.Valid;
}
