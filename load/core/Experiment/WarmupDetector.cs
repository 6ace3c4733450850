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
    /// <param name="methods">The methods that the target compiled in it and after it; null if not known.</param>
    /// <param name="cpu">The seconds of CPU time for a response; null if they are not known.</param>
    public bool IsWarmAfter(double? methods, double? cpu)
    {
        if ((methods, cpu) is (null, null))
            return true;
        var isFalling = (cpu ?? 0) < _lowestCpu * (1 - SmallestFallOfCpu);
        var isAlike = Math.Abs((methods ?? 0) - _methods) <= SmallestChangeOfMethods * _methods;
        _idle = methods <= FewMethods && !isFalling ? _idle + 1 : 0;
        _steady = isAlike && !isFalling ? _steady + 1 : 0;
        (_methods, _lowestCpu) = (methods ?? 0, Math.Min(_lowestCpu, cpu ?? 0));
        return _idle >= IdleRounds || _steady >= SteadyRounds;
    }
}
