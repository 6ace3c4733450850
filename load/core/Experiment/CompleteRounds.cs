namespace TwoTier.Load.Experiment;

/// <summary>The measured values of the complete rounds of a comparison.</summary>
internal sealed record CompleteRounds(
    IReadOnlyList<Trial> Trials, IReadOnlyList<Measurement> Totals, LatencyBatches Latencies)
{
    /// <summary>The values before the end of the first round.</summary>
    public static CompleteRounds None { get; } = new([], [], new LatencyBatches());

    /// <summary>The number of complete rounds.</summary>
    public int Count => Trials.Select(trial => trial.Round).DefaultIfEmpty(0).Max();

    /// <summary>Gets the sum of the measurements of a variant.</summary>
    public Measurement GetTotal(int variantIndex) =>
        Totals.ElementAtOrDefault(variantIndex) ?? new Measurement(TimeProvider.System);
}
