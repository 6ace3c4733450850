namespace Studies.Claims.Verification;

/// <summary>Finds what no run of the load tool writes: counts, orders and ratios that contradict the rest.</summary>
internal static class ResultCheck
{
    // Files have five digits of each number, so a ratio of three of them can be off by 0.015 %. The class that computes
    // them is internal to the load tool, and computes from all digits.
    private const double Tolerance = 2e-4;

    public static IEnumerable<string> FindErrors(Result result)
    {
        // A run of a claim about failures is INVALID for its failures.
        if (result.Kind is Result.ComparisonKind && MeasurementContext.FindFault(result) is { } fault)
            yield return fault;

        // The load tool shuffles each round with the seed of the run.
        var random = new Random(result.Seed);
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
                || (result.Kind is Result.ComparisonKind && CountRequests(result, variant) != variant.Requests))
            {
                yield return $"the counts of {variant.Name} contradict each other";
            }

            if (variant.Ratio is { } ratio && !FollowsFromSamples(ratio, variant, result))
                yield return $"the ratio of {variant.Name} is not that of its samples";
        }
    }

    private static long CountRequests(Result result, VariantResult variant) =>
        GetSamples(result, variant).Sum(sample => sample.Requests);

    private static bool FollowsFromSamples(RatioResult ratio, VariantResult variant, Result result) =>
        Math.Abs(Math.Log(ratio.Value * GetRate(result, result.BaselineVariant) / GetRate(result, variant)))
            < Tolerance;

    private static double GetRate(Result result, VariantResult variant) =>
        GetSamples(result, variant) is var samples
            ? samples.Sum(sample => sample.Good) / samples.Sum(sample => sample.BusyS)
            : 0;

    private static Sample[] GetSamples(Result result, VariantResult variant) =>
        [.. result.Samples.Where(sample => sample.Variant == variant.Name)];
}
