namespace Studies.Claims.Verification;

/// <summary>Finds what no run of the load tool writes: counts, orders and ratios that contradict the rest.</summary>
internal static class ResultCheck
{
    // Files have five digits of each number, so a ratio of three of them can be off by 0.015 %. The class that computes
    // them is internal to the load tool, and computes from all digits.
    private const double Tolerance = 2e-4;
    private const int Batches = 10;

    public static IEnumerable<string> FindErrors(Result result)
    {
        // A run of a claim about failures is INVALID for its failures.
        if (result.Kind is Result.ComparisonKind && (result.Validity.State is RunValidity.InvalidState
            || result.Validity.Checks.Any(check => check.State is CheckState.Fail)))
        {
            yield return "the comparison is INVALID";
        }

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

            if (variant.Ratio is { } ratio && !FollowsFromRounds(ratio, variant, result))
                yield return $"the ratio of {variant.Name} is not that of its rounds";
        }
    }

    /// <summary>
    /// Computes the ratio of each round, and the whole one: the geometric mean of the ratios of ten batches of rounds,
    /// or of all rounds if the file is of a tool that wrote no batches.
    /// </summary>
    private static bool FollowsFromRounds(RatioResult ratio, VariantResult variant, Result result)
    {
        // The baseline may have a second turn in each round.
        var baseline = result.BaselineVariant.Rounds.Concat(result.BaselineAgain ?? [])
            .ToLookup(round => round.N, round => round.Rps);
        (double Own, double Baseline)[] rounds =
        [
            .. variant.Rounds.Select(
                round => (round.Rps, baseline[round.N].DefaultIfEmpty(double.NaN).Average())),
        ];
        var count = ratio.Units is [] ? rounds.Length : Math.Min(rounds.Length, Batches);
        double[] batches =
        [
            .. Enumerable.Range(0, count)
                .Select(batch => rounds[(batch * rounds.Length / count)..((batch + 1) * rounds.Length / count)])
                .Select(batch => batch.Sum(round => round.Own) / batch.Sum(round => round.Baseline))
                .Where(one => one is > 0 and < double.PositiveInfinity),
        ];
        return batches is not [] && AreEqual(ratio.Value, GeometricMean.FromIndependent(batches).Value)
            && rounds.Zip(ratio.ByRound).All(
                pair => pair.Second is not { } stored || AreEqual(stored, pair.First.Own / pair.First.Baseline));
    }

    private static bool AreEqual(double stored, double computed) => Math.Abs(Math.Log(stored / computed)) < Tolerance;
}
