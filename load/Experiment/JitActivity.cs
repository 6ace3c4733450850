using Load.Target;

namespace Load.Experiment;

/// <summary>How much the target compiled in some trials. A value is null if the target does not expose it.</summary>
/// <param name="CpuShare">The share of the target's CPU time that compilation took.</param>
/// <param name="MethodsPerReply">The number of methods compiled per response.</param>
internal readonly record struct JitActivity(double? CpuShare, double? MethodsPerReply)
{
    /// <summary>Measures the compilation in some trials.</summary>
    public static JitActivity Measure(IEnumerable<Trial> trials)
    {
        var measured = trials
            .Select(trial => (
                trial.Measurement.Counters.Replies,
                Used: trial.Usage.Processes.GetValueOrDefault(MonitoredProcess.Target)))
            .Where(trial => trial is { Replies: > 0, Used: { JitShare: not null, JitMethods: not null } })
            .ToArray();
        return measured.Length == 0
            ? default
            : new(
                measured.Average(trial => trial.Used!.JitShare),
                measured.Sum(trial => trial.Used!.JitMethods) / measured.Sum(trial => trial.Replies));
    }
}
