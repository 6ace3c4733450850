namespace TwoTier.Load.Experiment;

/// <summary>
/// Detects when targets are warm: neither the number of methods that they compile per second nor the CPU time of a
/// request has fallen further in the last steps.
/// </summary>
internal sealed class WarmupDetector
{
    // To compile one for the last time takes about a millisecond of CPU time, so these are 2 % of a core.
    private const double FewMethods = 20;

    // What is compiled at every call scatters by a tenth.
    private const double SmallestFallOfMethods = 0.25;
    private const double SmallestFallOfCpu = 0.1;
    private const int SteadySteps = 2;

    private double _fewestMethods = double.PositiveInfinity;
    private double _lowestCpu = double.PositiveInfinity;
    private int _steady;

    /// <summary>Adds a step of at least a second. If nothing is known of the targets, they count as warm.</summary>
    public bool IsWarmAfter(WarmupStep step)
    {
        if (step is (null, null))
            return true;
        var (methods, cpu) = (Math.Max(FewMethods, step.MethodsPerSecond ?? 0), step.CpuPerRequest ?? 0);
        var isFalling = methods < _fewestMethods * (1 - SmallestFallOfMethods)
            || cpu < _lowestCpu * (1 - SmallestFallOfCpu);
        (_fewestMethods, _lowestCpu) = (Math.Min(_fewestMethods, methods), Math.Min(_lowestCpu, cpu));
        _steady = isFalling ? 0 : _steady + 1;
        return _steady >= SteadySteps;
    }
}

/// <summary>What a step of the warm-up shows of the targets; null for what they do not tell.</summary>
/// <param name="MethodsPerSecond">The methods that a target compiled per second, on average.</param>
/// <param name="CpuPerRequest">The seconds of CPU time for a response.</param>
internal readonly record struct WarmupStep(double? MethodsPerSecond, double? CpuPerRequest);
