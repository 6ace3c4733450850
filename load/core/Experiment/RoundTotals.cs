namespace TwoTier.Load.Experiment;

/// <summary>
/// Adds up the measurements of each variant at the end of each round. A round that is not complete does not count.
/// </summary>
internal sealed class RoundTotals
{
    private readonly SortedDictionary<int, Measurement> _totals = [];
    private readonly SortedDictionary<int, Measurement> _roundMeasurements = [];

    /// <summary>The sums of the complete rounds, in the order of the variants.</summary>
    public IReadOnlyList<Measurement> Totals => [.. _totals.Values];

    /// <summary>The latencies of the complete rounds.</summary>
    public LatencyBatches Latencies { get; } = new();

    /// <summary>Adds the measurement of a variant in the current round.</summary>
    public void Add(int variantIndex, Measurement measurement) => _roundMeasurements.Add(variantIndex, measurement);

    /// <summary>Ends the current round, which releases the memory of its measurements.</summary>
    public void EndRound()
    {
        Latencies.AddRound([.. _roundMeasurements.Values.Select(measurement => measurement.Counters.Latency)]);
        foreach (var (variantIndex, measurement) in _roundMeasurements)
        {
            if (!_totals.TryGetValue(variantIndex, out var total))
            {
                total = new Measurement(TimeProvider.System, null, Math.Max(1, measurement.CountersByKind.Count));
                _totals.Add(variantIndex, total);
            }

            total.Add(measurement);
        }

        _roundMeasurements.Clear();
    }
}
