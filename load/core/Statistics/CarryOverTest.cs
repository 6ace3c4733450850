namespace TwoTier.Load.Statistics;

/// <summary>
/// The effect that a variant has on whatever is measured directly after it: a cache that it filled, a heap that it left
/// behind. A variant never follows itself, so the effect changes the values of all variants but its own.
/// </summary>
internal sealed record CarryOverTest(int Variant, double Effect, double Error, int Samples, int Variants)
{
    private const int MinSamples = 5;

    /// <summary>Estimates the effect of each variant on the values that are measured directly after it.</summary>
    public static IReadOnlyList<CarryOverTest> Estimate(
        IReadOnlyList<IReadOnlyList<double?>> valuesByVariant, IReadOnlyList<int[]> order)
    {
        var residuals = GetResiduals(valuesByVariant, order.Count);
        var sequence = order
            .SelectMany((variants, round) => variants.Select(variant => (Variant: variant, Round: round)))
            .ToArray();
        var residualsAfter = sequence.Zip(sequence.Skip(1), (before, after) =>
                (before.Variant, After: after.Variant, Residual: residuals[after.Variant][after.Round]))
            .Where(pair => pair.Residual is not null && pair.After != pair.Variant)
            .GroupBy(pair => pair.Variant, pair => pair.Residual!.Value)
            .Where(after => after.Count() >= MinSamples)
            .OrderBy(after => after.Key)
            .ToArray();

        // If one variant has an effect, subtracting the mean of each round puts the inverse of a part of the effect
        // into the means of all variants. The median of these means removes that part.
        var common = Median.Calculate(residualsAfter.Select(after => after.Average()));
        return
        [
            .. residualsAfter.Select(after => new CarryOverTest(
                after.Key,
                Math.Exp(after.Average() - common),
                StandardDeviation.Calculate([.. after]) / Math.Sqrt(after.Count()),
                after.Count(),
                valuesByVariant.Count)),
        ];
    }

    /// <summary>
    /// Whether the effect is certain, and large enough to shift a ratio by more than half of a margin.
    /// </summary>
    public bool IsCarryOver(double level, double margin) =>
        Math.Abs(Math.Log(Effect)) / (Variants - 1) > Math.Log(1 + margin) / 2
        && Math.Abs(Math.Log(Effect)) > CriticalValue.Get(Samples - 1, level) * Error;

    // Gets the residuals: the logarithms of the values minus the mean of each variant and the mean of each complete
    // round.
    private static double?[][] GetResiduals(IReadOnlyList<IReadOnlyList<double?>> values, int rounds)
    {
        var complete = Enumerable.Range(0, rounds)
            .Where(round => values.All(variant => variant.ElementAtOrDefault(round) > 0))
            .ToArray();
        var logs = values.Select(variant => variant.Select(value => value > 0 ? Math.Log(value.Value) : 0).ToArray())
            .ToArray();
        var roundMeans = complete.ToDictionary(round => round, round => logs.Average(variant => variant[round]));
        return
        [
            .. logs.Select(variant =>
            {
                var mean = complete.Select(round => variant[round] - roundMeans[round]).DefaultIfEmpty(0).Average();
                return Enumerable.Range(0, rounds)
                    .Select(round => roundMeans.TryGetValue(round, out var roundMean)
                        ? variant[round] - roundMean - mean
                        : (double?)null)
                    .ToArray();
            }),
        ];
    }
}
