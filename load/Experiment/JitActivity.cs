using Load.Target;

namespace Load.Experiment;

/// <summary>What the target compiled in some trials. A value is null if the target does not expose it.</summary>
/// <param name="CpuShare">Of its CPU.</param>
/// <param name="MethodsPerReply">For each reply.</param>
internal readonly record struct JitActivity(double? CpuShare, double? MethodsPerReply)
{
    public static JitActivity Measure(IEnumerable<Trial> trials)
    {
        var said = trials
            .Select(trial => (trial.Measurement.Counters.Replies, Used: trial.Usage.Processes.GetValueOrDefault(MonitoredProcess.Target)))
            .Where(trial => trial is { Replies: > 0, Used: { JitShare: not null, JitMethods: not null } })
            .ToArray();
        return said.Length == 0
            ? default
            : new(
                said.Average(trial => trial.Used!.JitShare),
                said.Sum(trial => trial.Used!.JitMethods) / said.Sum(trial => trial.Replies));
    }
}
