using Load.Metrics;
using Load.Target;

namespace Load.Experiment;

/// <summary>The measurement of one variant in one round.</summary>
/// <param name="VariantIndex">The index of the variant in the plan's measured variants.</param>
/// <param name="Round">The number of the round, from 1.</param>
/// <param name="Position">The position in the order of the round, from 1.</param>
/// <param name="StartSeconds">The seconds from the start of the comparison to the start of the trial.</param>
/// <param name="Measurement">What the tool measured.</param>
/// <param name="Usage">The resources that the monitored processes used.</param>
/// <param name="ToolCores">The CPU use of the load tool itself, in cores.</param>
internal sealed record Trial(
    int VariantIndex,
    int Round,
    int Position,
    double StartSeconds,
    Measurement Measurement,
    ResourceUsage Usage,
    double ToolCores)
{
    /// <summary>The goodput: successful responses per second of the time in which the workers were busy.</summary>
    public double Goodput =>
        Measurement.BusySeconds > 0 ? Measurement.Counters.Successes / Measurement.BusySeconds : 0;

    /// <summary>Gets the CPU time of a monitored process per response.</summary>
    /// <param name="process">The name of the process.</param>
    /// <returns>The CPU time in milliseconds; null if the process does not expose it.</returns>
    public double? GetCpuMs(string process) =>
        Measurement.Counters.Replies is > 0 and var replies
            ? Usage.Processes.GetValueOrDefault(process)?.CpuSeconds * 1000 / replies
            : null;
}
