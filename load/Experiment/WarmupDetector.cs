using Load.Target;

namespace Load.Experiment;

/// <summary>
/// Says when a variant has been warmed up for long enough: its target compiles little by now, or about as much as in
/// the step before, as one does that compiles at every call. A process that is new to the work takes several steps.
/// </summary>
internal sealed class WarmupDetector
{
    private const int MaxSteps = 5;
    private const double Little = 0.10;
    private const double Falling = 0.85;
    private double _last = double.PositiveInfinity;
    private int _steps;

    /// <param name="step">What the last stretch of warm-up used.</param>
    public bool IsWarmAfter(ResourceUsage step)
    {
        var share = step.Processes.GetValueOrDefault(MonitoredProcess.Target)?.JitShare ?? 0;
        var settled = share < Little || share > Falling * _last;
        _last = share;
        return settled || ++_steps == MaxSteps;
    }
}
