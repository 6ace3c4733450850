using Load.Metrics;
using Load.Target;

namespace Load.Experiment;

/// <summary>One variant's turn in one round.</summary>
/// <param name="VariantIndex">Number of the variant in the plan.</param>
/// <param name="Round">From 1.</param>
/// <param name="Position">Place in the round's order, from 1.</param>
/// <param name="StartSeconds">Since the start of the comparison.</param>
/// <param name="Measurement">What the client saw.</param>
/// <param name="Usage">What the tiers used.</param>
/// <param name="ToolCores">CPU of the load tool itself.</param>
internal sealed record Trial(
    int VariantIndex, int Round, int Position, double StartSeconds, Measurement Measurement, ResourceUsage Usage, double ToolCores)
{
    /// <summary>Successful responses per second.</summary>
    public double Goodput => Measurement.BusySeconds > 0 ? Measurement.Counters.Successes / Measurement.BusySeconds : 0;

    /// <summary>CPU milliseconds per response; null where the tier does not measure it.</summary>
    public double? GetCpuMs(string process) =>
        Measurement.Counters.Replies is > 0 and var replies
            ? Usage.Processes.GetValueOrDefault(process)?.CpuSeconds * 1000 / replies
            : null;
}
