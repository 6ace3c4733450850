namespace TwoTier.Load.Experiment;

/// <summary>
/// The latencies of each variant in batches of consecutive rounds. A percentile such as p99 needs more requests than a
/// short trial has; the batches grow with the number of rounds, so that there are never more than
/// <see cref="MaxBatches"/> of them.
/// </summary>
internal sealed class LatencyBatches
{
    private const int MaxBatches = 24;

    // With fewer batches, an interval is so wide that a percentile from smaller batches is worth more.
    private const int MinBatches = 6;

    private List<LatencyHistogram[]> _batches = [];
    private int _roundsPerBatch = 1;
    private int _rounds;

    public void AddRound(IReadOnlyList<LatencyHistogram> latencies)
    {
        if (_rounds++ % _roundsPerBatch == 0)
        {
            if (_batches.Count == MaxBatches)
            {
                _batches = Combine(_batches);
                _roundsPerBatch *= 2;
            }

            _batches.Add([.. latencies.Select(_ => new LatencyHistogram())]);
        }

        for (var variant = 0; variant < latencies.Count; variant++)
            _batches[^1][variant].Add(latencies[variant]);
    }

    /// <summary>
    /// Gets a percentile of each variant in each batch, in nanoseconds; null where too few requests took longer.
    /// Batches are combined until each has enough requests, or until few batches are left.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<double?>> GetPercentiles(double quantile)
    {
        var batches = GetCompleteBatches();
        while (batches.Count >= 2 * MinBatches && batches.Any(batch => !IsSupported(batch, quantile)))
            batches = Combine(batches);
        return
        [
            .. Enumerable.Range(0, batches[0].Length).Select(variant => batches
                .Select(batch => (double?)batch[variant].GetReliableQuantile(quantile))
                .ToArray()),
        ];
    }

    // A last batch with fewer rounds than the others would count as much as they do.
    private List<LatencyHistogram[]> GetCompleteBatches() =>
        _batches.Count > 1 && _rounds % _roundsPerBatch != 0 ? _batches[..^1] : _batches;

    private static bool IsSupported(LatencyHistogram[] batch, double quantile) =>
        batch.All(variant => variant.GetReliableQuantile(quantile) is not null);

    private static List<LatencyHistogram[]> Combine(IReadOnlyList<LatencyHistogram[]> batches) =>
        [.. batches.Chunk(2).Where(pair => pair.Length == 2).Select(pair => pair[0].Zip(pair[1], Add).ToArray())];

    private static LatencyHistogram Add(LatencyHistogram one, LatencyHistogram other)
    {
        var sum = new LatencyHistogram();
        sum.Add(one);
        sum.Add(other);
        return sum;
    }
}
