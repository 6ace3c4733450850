using Load.Target;

namespace Load.Experiment;

/// <summary>A trial: the measurement of one variant in one round.</summary>
/// <param name="VariantIndex">The index of the variant in the plan's measured variants.</param>
/// <param name="Round">The number of the round, from 1.</param>
/// <param name="Position">The position of the trial in the order of the round, from 1.</param>
/// <param name="StartSeconds">The seconds from the start of the comparison to the start of the trial.</param>
/// <param name="Measurement">The measured values of the requests in the trial.</param>
/// <param name="Usage">The resources that the monitored processes used during the trial.</param>
/// <param name="ToolCores">
/// The CPU use of the load tool itself during the trial, in cores; in a duet, its use for both variants.
/// </param>
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
    /// <param name="process">The name of the monitored process.</param>
    /// <returns>The CPU time per response in milliseconds; null if the process does not expose it.</returns>
    public double? GetCpuMs(string process) =>
        Measurement.Replies is > 0 and var replies
            ? Usage.Processes.GetValueOrDefault(process)?.CpuSeconds * 1000 / replies
            : null;
}
