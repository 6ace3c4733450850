using Load.Metrics;
using Load.Target;

namespace Load.Experiment;

/// <summary>One variant's turn in one round.</summary>
/// <param name="Variant">Number of the variant in the plan.</param>
/// <param name="Round">From 1.</param>
/// <param name="Slot">Place in the round's order, from 1.</param>
/// <param name="StartSeconds">Since the start of the comparison.</param>
/// <param name="Recorded">What the client saw.</param>
/// <param name="Usage">What the tiers used.</param>
/// <param name="OwnCores">CPU of the load tool itself.</param>
internal sealed record Trial(
    int Variant, int Round, int Slot, double StartSeconds, Measurement Recorded, ResourceUsage Usage, double OwnCores)
{
    /// <summary>Successful responses per second.</summary>
    public double Throughput => Recorded.BusySeconds > 0 ? Recorded.Tally.Successes / Recorded.BusySeconds : 0;

    /// <summary>CPU milliseconds per response; null where the tier does not measure it.</summary>
    public double? CpuMs(string tier) =>
        Recorded.Tally.Replies is > 0 and var replies
            ? Usage.Processes.GetValueOrDefault(tier)?.CpuSeconds * 1000 / replies
            : null;
}
