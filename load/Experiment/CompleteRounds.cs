using Load.Metrics;

namespace Load.Experiment;

/// <summary>The measured values of the complete rounds of a comparison.</summary>
/// <param name="Trials">The trials in the order in which they ran.</param>
/// <param name="Totals">
/// The sum of the measurements of each variant, in the order of the plan's measured variants. Percentiles over several
/// rounds come from these sums, because single trials keep no histograms.
/// </param>
/// <param name="Latencies">The latencies of each variant in batches of rounds.</param>
internal sealed record CompleteRounds(
    IReadOnlyList<Trial> Trials, IReadOnlyList<Measurement> Totals, LatencyBatches Latencies)
{
    /// <summary>The values before the end of the first round.</summary>
    public static CompleteRounds None { get; } = new([], [], new LatencyBatches());

    /// <summary>The number of complete rounds.</summary>
    public int Count => Trials.Select(trial => trial.Round).DefaultIfEmpty(0).Max();

    /// <summary>Gets the sum of the measurements of a variant.</summary>
    /// <param name="variantIndex">The index of the variant in the plan's measured variants.</param>
    public Measurement GetTotal(int variantIndex) =>
        Totals.ElementAtOrDefault(variantIndex) ?? new Measurement(TimeProvider.System);
}
