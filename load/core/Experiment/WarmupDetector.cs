namespace TwoTier.Load.Experiment;

/// <summary>
/// Detects when a variant is warm: the target spends little time on JIT compilation, or about as much as in the
/// previous warm-up step (some variants compile code at every call). A new process needs several warm-up steps.
/// </summary>
internal sealed class WarmupDetector
{
    private const int MaxSteps = 5;
    private const double LowJitShare = 0.10;
    private const double SteadyRatio = 0.85;
    private double _lastShare = double.PositiveInfinity;
    private int _steps;

    /// <summary>After five steps, a variant counts as warm in any case.</summary>
    public bool IsWarmAfterStep(ResourceUsage step)
    {
        var share = step.Processes.GetValueOrDefault(MonitoredProcess.Target)?.JitShare ?? 0;
        var isSteady = share < LowJitShare || share > SteadyRatio * _lastShare;
        _lastShare = share;
        return isSteady || ++_steps == MaxSteps;
    }
}
