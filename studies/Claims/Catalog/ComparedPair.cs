namespace Studies.Claims.Catalog;

/// <summary>Two variants of a comparison, of which a row has the ratio.</summary>
internal sealed record ComparedPair(
    VariantResult Variant, VariantResult Baseline, double? ThroughputRatio, double? CpuRatio)
{
    private const int Batches = 10;

    /// <summary>Finds the two variants of a row in a result, which may have those of other rows, too.</summary>
    public static ComparedPair Create(Result result, ClaimRun run)
    {
        // The ratio of the load tool is used where it has one: it was computed before the figures were rounded to the
        // five digits that the file has.
        if (run.Others is null)
        {
            var other = result.OtherVariant;
            return new(other, result.BaselineVariant, other.Ratio?.Value, other.CpuRatio?.Value);
        }

        var (variant, baseline) = (Find(result, run.Variant!), Find(result, run.Baseline!));
        return new(variant, baseline, ComputeRatio(
            GetRounds(result, variant), GetRounds(result, baseline)), CpuRatio: null);
    }

    /// <summary>
    /// Computes the ratio of two throughputs as the load tool does: the geometric mean of the ratios of ten batches of
    /// rounds, or of all rounds if there are fewer.
    /// </summary>
    /// <returns>The ratio; null if no batch has one.</returns>
    public static double? ComputeRatio(
        IReadOnlyDictionary<int, double> rounds, IReadOnlyDictionary<int, double> baseline, int batches = Batches)
    {
        int[] numbers = [.. rounds.Keys.Intersect(baseline.Keys).Order()];
        var count = Math.Min(numbers.Length, batches);
        double[] ratios =
        [
            .. Enumerable.Range(0, count)
                .Select(batch => numbers[(batch * numbers.Length / count)..((batch + 1) * numbers.Length / count)])
                .Select(batch => batch.Sum(round => rounds[round])
                    / batch.Sum(round => baseline[round]))
                .Where(ratio => ratio is > 0 and < double.PositiveInfinity),
        ];
        return ratios is [] ? null : GeometricMean.FromIndependent(ratios).Value;
    }

    /// <summary>Gets the throughput of each round. A baseline may have two turns in a round.</summary>
    public static IReadOnlyDictionary<int, double> GetRounds(Result result, VariantResult variant) => variant.Rounds
        .Concat(variant.Name == result.Baseline ? result.BaselineAgain ?? [] : [])
        .GroupBy(round => round.N, round => round.Rps)
        .ToDictionary(round => round.Key, round => round.Average());

    private static VariantResult Find(Result result, RunVariant variant) =>
        result.Variants.SingleOrDefault(one => one.Name == variant.Name)
            ?? throw new StudyException($"a result has no variant {variant.Name}");
}
