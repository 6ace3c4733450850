namespace TwoTier.Load.Experiment;

/// <summary>
/// Detects when targets are warm: the CPU time of a request falls no more, and they compile next to nothing, or for some
/// steps as many methods as before.
/// </summary>
/// <param name="idleSteps">The number of steps in which next to nothing is compiled.</param>
internal sealed class WarmupDetector(int idleSteps)
{
    // Two thousand a second keep a core busy.
    private const double FewMethods = 150;

    // What is compiled at every call scatters by a tenth.
    private const double SmallestChangeOfMethods = 0.25;
    private const double SmallestFallOfCpu = 0.1;
    private const int SteadySteps = 4;

    private int _idle;
    private double _methods;
    private double _lowestCpu = double.PositiveInfinity;
    private int _steady;

    /// <summary>Adds a step of at least half a second. If nothing is known of the targets, they count as warm.</summary>
    public bool IsWarmAfter(WarmupStep step)
    {
        if (step is (null, null))
            return true;
        var (methods, cpu) = (step.MethodsPerSecond ?? 0, step.CpuPerRequest ?? 0);
        var isFalling = cpu < _lowestCpu * (1 - SmallestFallOfCpu);
        var isAlike = Math.Abs(methods - _methods) <= SmallestChangeOfMethods * _methods;
        _idle = step.MethodsPerSecond <= FewMethods && (!isFalling || idleSteps == 1) ? _idle + 1 : 0;
        _steady = isAlike && !isFalling ? _steady + 1 : 0;
        (_methods, _lowestCpu) = (methods, Math.Min(_lowestCpu, cpu));
        return _idle >= idleSteps || _steady >= SteadySteps;
    }
}

/// <summary>What a step of the warm-up shows of the targets; null for what they do not tell.</summary>
/// <param name="MethodsPerSecond">The methods that a target compiled per second, on average.</param>
/// <param name="CpuPerRequest">The seconds of CPU time for a response.</param>
internal readonly record struct WarmupStep(double? MethodsPerSecond, double? CpuPerRequest);
