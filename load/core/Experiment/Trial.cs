namespace TwoTier.Load.Experiment;

/// <summary>A trial: the measurement of one variant in one round.</summary>
internal sealed record Trial(
    int VariantIndex,
    int Round,
    int Position,
    double StartSeconds,
    TrialMeasurement Measurement,
    ResourceUsage Usage,
    double ToolCores)
{
    /// <summary>
    /// The goodput of the trial: successful responses per second of the time for which the workers were busy.
    /// </summary>
    public double Goodput => Measurement.Goodput ?? 0;

    /// <summary>
    /// Gets the CPU time that the target used per response, in milliseconds; null if the target does not expose it.
    /// </summary>
    public double? GetTargetCpuMs() => GetCpuMs(MonitoredProcess.Target);

    /// <summary>
    /// Gets the bytes that the target allocated per response; null if the target does not expose them.
    /// </summary>
    public double? GetTargetAllocation() => Measurement.Replies is > 0 and var replies
        ? Usage.Processes.GetValueOrDefault(MonitoredProcess.Target)?.AllocatedBytes / replies
        : null;

    /// <summary>Gets the CPU time that a monitored process used per response.</summary>
    /// <returns>The CPU time per response in milliseconds; null if the process does not expose it.</returns>
    public double? GetCpuMs(string process) =>
        Measurement.Replies is > 0 and var replies
            ? Usage.Processes.GetValueOrDefault(process)?.CpuSeconds * 1000 / replies
            : null;
}
