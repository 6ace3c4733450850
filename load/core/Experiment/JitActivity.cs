namespace TwoTier.Load.Experiment;

/// <summary>
/// How much code the target JIT-compiled during some trials. A value is null if the target does not expose it.
/// </summary>
internal readonly record struct JitActivity(double? CpuShare, double? MethodsPerReply)
{
    /// <summary>Measures the JIT compilation of the target during the given trials.</summary>
    public static JitActivity Measure(IEnumerable<Trial> trials)
    {
        var measured = trials
            .Select(trial => (
                trial.Measurement.Replies,
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
