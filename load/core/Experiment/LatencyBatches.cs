namespace TwoTier.Load.Experiment;

/// <summary>
/// The latencies of each variant in batches of consecutive rounds, because a percentile such as p99 needs more requests
/// than a short trial has. The batches grow with the number of rounds.
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

        AddTo(_batches[^1], latencies);
    }

    /// <summary>
    /// Gets a percentile of each variant in each batch, in nanoseconds; null where too few requests took longer.
    /// Batches are combined until each has enough requests, or until few batches are left.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<double?>> GetPercentiles(double quantile)
    {
        // A last batch with fewer rounds than the others would count as much as they do.
        var isLastShort = _batches.Count > 1 && _rounds % _roundsPerBatch != 0;
        var batches = isLastShort ? _batches[..^1] : _batches;
        while (batches.Count >= 2 * MinBatches
            && batches.Any(batch => batch.Any(variant => variant.GetReliableQuantile(quantile) is null)))
        {
            batches = Combine(batches);
        }

        return
        [
            .. Enumerable.Range(0, batches[0].Length).Select(variant => batches
                .Select(batch => (double?)batch[variant].GetReliableQuantile(quantile))
                .ToArray()),
        ];
    }

    private static List<LatencyHistogram[]> Combine(IReadOnlyList<LatencyHistogram[]> batches) =>
    [
        .. batches.Chunk(2).Where(pair => pair.Length == 2).Select(pair =>
        {
            LatencyHistogram[] sum = [.. pair[0].Select(_ => new LatencyHistogram())];
            AddTo(sum, pair[0]);
            AddTo(sum, pair[1]);
            return sum;
        }),
    ];

    private static void AddTo(LatencyHistogram[] sum, IReadOnlyList<LatencyHistogram> latencies)
    {
        foreach (var (total, latency) in sum.Zip(latencies))
            total.Add(latency);
    }
}
