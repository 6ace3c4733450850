namespace Studies.Claims.Verification;

/// <summary>Finds what no run of the load tool writes: counts, orders and ratios that contradict the rest.</summary>
internal static class ResultCheck
{
    // The tool's means over batches differ a little from those over rounds.
    private const double RatioTolerance = 0.05;

    public static IEnumerable<string> FindErrors(Result result)
    {
        // A run of a claim about failures is INVALID for its failures.
        if (result.Kind is Result.ComparisonKind && result.Validity.State is RunValidity.InvalidState)
            yield return "the comparison is INVALID";
        // The load tool shuffles each round with the seed of the run.
        var random = new Random(result.Plan.Seed);
        foreach (var order in result.Order)
        {
            int[] turns = [.. Enumerable.Range(0, order.Length)];
            random.Shuffle(turns);
            if (turns.SequenceEqual(order))
                continue;
            yield return "the order of turns is not that of the seed";
            break;
        }

        foreach (var variant in result.Variants)
        {
            if (variant.Statuses.Values.Sum() + variant.TransportErrors.Values.Sum() != variant.Requests
                || (result.Kind is Result.ComparisonKind
                    && variant.Rounds.Sum(round => round.Requests) != variant.Requests))
            {
                yield return $"the counts of {variant.Name} contradict each other";
            }

            if (variant.Ratio?.Value is { } ratio
                && !(Math.Abs(Math.Log(ratio / Compute(variant, result.BaselineVariant))) < RatioTolerance))
            {
                yield return $"the ratio of {variant.Name} is not that of its rounds";
            }
        }
    }

    private static double Compute(VariantResult variant, VariantResult baseline) => Math.Exp(
        variant.Rounds.Join(baseline.Rounds, one => one.N, other => other.N, (one, other) => one.Rps / other.Rps)
            .Average(Math.Log));
}
