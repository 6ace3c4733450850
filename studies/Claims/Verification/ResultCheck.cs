using TwoTier.Load;

namespace Studies.Claims.Verification;

/// <summary>
/// Finds what no run of the load tool for a row writes. That ratios, rates, percentiles, CPU time and allocation follow
/// from the samples and histograms is checked with it (<see cref="LoadTest.FindFlaw"/>).
/// </summary>
internal static class ResultCheck
{
    /// <summary>Where the file of a result has the values of options of the load tool.</summary>
    private static readonly Dictionary<string, (string Part, string Field)> Fields = new()
    {
        ["connections"] = ("model", "connections"),
        ["rate"] = ("model", "rate_per_s"),
        ["rounds"] = ("plan", "rounds"),
        ["slice"] = ("plan", "slice_s"),
        ["slice-warmup"] = ("plan", "slice_warmup_s"),
        ["timeout"] = ("plan", "timeout_s"),
        ["warmup"] = ("plan", "warmup_s"),
    };

    public static IEnumerable<string> FindErrors(
        Result result, JsonElement json, IEnumerable<KeyValuePair<string, string>> load, bool mayBeCold)
    {
        if (LoadTest.FindFlaw(result) is { } flaw)
            yield return $"the result {flaw}";

        // A run of a claim about failures is INVALID for its failures.
        if (result.Kind is Result.ComparisonKind && MeasurementContext.FindFault(result) is { } fault)
            yield return fault;
        else if (!mayBeCold && MeasurementContext.IsCold(result))
            yield return MeasurementContext.Compiling;

        // The load tool shuffles each round with the seed of the run.
        var random = new Random(result.Seed);
        foreach (var order in result.Order)
        {
            int[] turns = [.. Enumerable.Range(0, order.Length)];
            random.Shuffle(turns);
            if (turns.SequenceEqual(order))
                continue;
            yield return "the order of measurements does not follow from the seed";
            break;
        }

        foreach (var variant in result.Variants)
        {
            if (variant.Statuses.Values.Sum() + variant.TransportErrors.Values.Sum() != variant.Requests
                || (result.Kind is Result.ComparisonKind && variant.Requests != result.Samples
                    .Where(sample => sample.Variant == variant.Name).Sum(sample => sample.Requests)))
            {
                yield return $"the counts of {variant.Name} contradict each other";
            }
        }

        foreach (var (option, value) in load)
        {
            if (Fields.TryGetValue(option, out var field)
                && json.GetProperty(field.Part).TryGetProperty(field.Field, out var used)
                && !IsUsed(option, value.TrimEnd('s', '/'), used))
            {
                yield return $"{option} is {value} in the row, and {used} in the result";
            }
        }
    }

    // A start that was not warm is repeated with a longer warm-up.
    private static bool IsUsed(string option, string value, JsonElement used) => $"{used}" == value
        || (option is "warmup" && used.GetDouble() % double.Parse(value, CultureInfo.InvariantCulture) is 0);
}
