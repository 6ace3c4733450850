namespace TwoTier.Load.Experiment;

/// <summary>
/// Detects when targets are warm: the number of methods that they compile per second no longer falls, for a second. For
/// targets that do not tell it, the CPU time of a request decides.
/// </summary>
internal sealed class WarmupDetector
{
    // To compile one for the last time takes about a millisecond of CPU time, so these are 2 % of a core.
    private const double FewMethods = 20;
    private const double LargestFall = 0.2;
    private const double LargestFallOfCpu = 0.05;
    private const int SteadySteps = 2;
    private WarmupStep? _last;
    private int _steady;

    /// <summary>Adds a step of about half a second.</summary>
    public bool IsWarmAfter(WarmupStep step)
    {
        var isSteady = step.MethodsPerSecond is { } methods
            ? methods < FewMethods || IsLevel(methods, _last?.MethodsPerSecond, LargestFall)
            : step.CpuPerRequest is not { } cpu || IsLevel(cpu, _last?.CpuPerRequest, LargestFallOfCpu);
        _steady = isSteady ? _steady + 1 : 0;
        _last = step;
        return _steady >= SteadySteps;
    }

    private static bool IsLevel(double now, double? before, double largestFall) =>
        before is { } last && now > last * (1 - largestFall) && now < last / (1 - largestFall);
}

/// <summary>What a step of the warm-up shows of the targets; null for what they do not tell.</summary>
/// <param name="MethodsPerSecond">The methods that a target compiled per second, on average.</param>
/// <param name="CpuPerRequest">The seconds of CPU time for a response.</param>
internal readonly record struct WarmupStep(double? MethodsPerSecond, double? CpuPerRequest);
