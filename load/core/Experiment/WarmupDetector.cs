namespace TwoTier.Load.Experiment;

/// <summary>
/// Detects when a target is warm: in two rounds it compiles next to nothing, or in four as many methods as before, and
/// the CPU time of a request falls no more.
/// </summary>
internal sealed class WarmupDetector
{
    // Two thousand keep a core busy for a second.
    private const double FewMethods = 150;

    // What is compiled at every call scatters by a tenth.
    private const double SmallestChangeOfMethods = 0.25;
    private const double SmallestFallOfCpu = 0.1;
    private const int IdleRounds = 2;
    private const int SteadyRounds = 4;

    private int _idle;
    private double _methods;
    private double _lowestCpu = double.PositiveInfinity;
    private int _steady;

    /// <summary>Adds a round. A target of which nothing is known counts as warm.</summary>
    public bool IsWarmAfter(WarmupStep step)
    {
        if (step is (null, null))
            return true;
        var (methods, cpu) = (step.Methods ?? 0, step.CpuPerRequest ?? 0);
        var isFalling = cpu < _lowestCpu * (1 - SmallestFallOfCpu);
        var isAlike = Math.Abs(methods - _methods) <= SmallestChangeOfMethods * _methods;
        _idle = step.Methods <= FewMethods && !isFalling ? _idle + 1 : 0;
        _steady = isAlike && !isFalling ? _steady + 1 : 0;
        (_methods, _lowestCpu) = (methods, Math.Min(_lowestCpu, cpu));
        return _idle >= IdleRounds || _steady >= SteadyRounds;
    }
}

/// <summary>What a round of the warm-up shows of a target; null for what it does not tell.</summary>
/// <param name="Methods">The methods that the target compiled in the round and the pause after it.</param>
/// <param name="CpuPerRequest">The seconds of CPU time for a response.</param>
internal readonly record struct WarmupStep(double? Methods, double? CpuPerRequest);
