using Load.Diagnostics;
using Load.Results.Compatibility;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Results.Files;

/// <summary>
/// Merges several runs of bursts into one result, which has each burst as it was measured and the sums of the counts.
/// Percentiles over all bursts are missing, because they cannot be calculated from result files.
/// </summary>
internal static class MergedRun
{
    /// <summary>Returns the given result if it has bursts, and throws otherwise.</summary>
    /// <exception cref="UserErrorException">The result has no bursts.</exception>
    public static Result RequireBursts(string path, Result result) => result.Variants is [{ Bursts.Count: > 0 }]
        ? result
        : throw new UserErrorException($"{path}: error: the result has no bursts. Try a result of load run --burst");

    /// <summary>Creates a result that contains the bursts of all runs, in the order of the runs.</summary>
    public static Result Create(IReadOnlyList<Result> runs, string name)
    {
        var (first, variants) = (runs[0], runs.Select(run => run.Variants[0]).ToArray());
        BurstResult[] bursts = [.. variants.SelectMany(variant => variant.Bursts!)];
        var seconds = bursts.Sum(burst => burst.DurationS);
        var workload = $"bursts of {string.Join(", ", bursts.Select(burst => burst.Requests))}";
        return first with
        {
            Id = $"{first.Id[..first.Id.LastIndexOf(first.Scenario.Name, StringComparison.Ordinal)]}{name}",
            Ended = runs[^1].Ended,
            DurationS = RoundToFiveDigits(runs.Sum(run => run.DurationS)),
            Scenario = first.Scenario with { Name = name, Path = null, Sha256 = null },
            Model = first.Model with { Connections = runs.Max(run => run.Model.Connections) },
            Workload = workload,
            Provenance = [.. first.Provenance.Select(row =>
                row[0] == Conditions.Load ? [row[0], $"{workload}, each in its own run"] : row)],
            Plan = first.Plan with { TrialS = RoundToFiveDigits(seconds) },
            Baseline = name,
            Validity = MergeValidity(runs),
            Thresholds = [],
            Heat = null,
            Variants = [Merge(variants, bursts, seconds) with { Name = name, Bursts = bursts }],
        };
    }

    private static VariantResult Merge(
        VariantResult[] variants, BurstResult[] bursts, double seconds) => variants[0] with
    {
        Requests = variants.Sum(variant => variant.Requests),
        Errors = variants.Sum(variant => variant.Errors),
        Statuses = Sum(variants.Select(variant => variant.Statuses)),
        Unexpected = Sum(variants.Select(variant => variant.Unexpected ?? new Dictionary<string, long>())),
        TransportErrors = Sum(variants.Select(variant => variant.TransportErrors)),
        CheckFailures = variants.Sum(variant => variant.CheckFailures),
        Bytes = variants.Sum(variant => variant.Bytes),
        MeasuredS = RoundToFiveDigits(seconds),
        Throughput = new Throughput(
            RoundToFiveDigits(bursts.Sum(burst => burst.Rps * burst.DurationS) / seconds), null, null),
        Latency = new LatencyResult(
            variants.Min(variant => variant.Latency.Min), null, variants.Max(variant => variant.Latency.Max),
            null, null, null, null, null, [], Clock: variants[0].Latency.Clock),
        Processes = new Dictionary<string, ProcessResult?>(),
        Rounds = [],
        Heat = null,
        Phases = null,
    };

    private static Dictionary<string, long> Sum(IEnumerable<IReadOnlyDictionary<string, long>> counts) => counts
        .SelectMany(count => count)
        .GroupBy(count => count.Key)
        .ToDictionary(group => group.Key, group => group.Sum(count => count.Value));

    // Each check is taken from the run with the worst outcome of that check, or from the last of several such runs.
    private static RunValidity MergeValidity(IReadOnlyList<Result> runs)
    {
        var checks = runs.SelectMany(run => run.Validity.Checks)
            .GroupBy(check => check.Id)
            .Select(group => group.OrderBy(check => check.State).Last())
            .Select(check => check with { Value = $"{check.Value}, the worst of {runs.Count} runs" });
        var worst = runs.Select(run => run.Validity.State).FirstOrDefault(state => state != RunValidity.Valid);
        return new RunValidity(worst ?? RunValidity.Valid, [.. checks]);
    }
}
