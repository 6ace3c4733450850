using Load.Diagnostics;
using Load.Results.Compatibility;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Results.Files;

/// <summary>
/// Runs of bursts as one: each burst as it was measured, and sums of what can be added up. Percentiles of all bursts together
/// cannot, and would say nothing.
/// </summary>
internal static class MergedRun
{
    /// <exception cref="UserErrorException">There are none in it.</exception>
    public static Result RequireBursts(string path, Result result) => result.Variants is [{ Bursts.Count: > 0 }]
        ? result
        : throw new UserErrorException($"{path} error has no bursts. Try a file of load run --burst");

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
            Provenance = [.. first.Provenance.Select(line => line[0] == Conditions.Load ? [line[0], $"{workload}, each a run of its own"] : line)],
            Plan = first.Plan with { SliceS = RoundToFiveDigits(seconds) },
            Baseline = name,
            Validity = ValidityOf(runs),
            Thresholds = [],
            Heat = null,
            Variants = [Sum(variants, bursts, seconds) with { Name = name, Bursts = bursts }],
        };
    }

    private static VariantResult Sum(VariantResult[] variants, BurstResult[] bursts, double seconds) => variants[0] with
    {
        Requests = variants.Sum(variant => variant.Requests),
        Errors = variants.Sum(variant => variant.Errors),
        Statuses = Sum(variants.Select(variant => variant.Statuses)),
        Unexpected = Sum(variants.Select(variant => variant.Unexpected ?? new Dictionary<string, long>())),
        TransportErrors = Sum(variants.Select(variant => variant.TransportErrors)),
        CheckFailures = variants.Sum(variant => variant.CheckFailures),
        Bytes = variants.Sum(variant => variant.Bytes),
        MeasuredS = RoundToFiveDigits(seconds),
        Throughput = new Throughput(RoundToFiveDigits(bursts.Sum(burst => burst.Rps * burst.DurationS) / seconds), null, null),
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
        .ToDictionary(count => count.Key, count => count.Sum(one => one.Value));

    // Of each check the worst; of several the last, which had most before it.
    private static RunValidity ValidityOf(IReadOnlyList<Result> runs)
    {
        var checks = runs.SelectMany(run => run.Validity.Checks)
            .GroupBy(check => check.Id)
            .Select(check => check.OrderBy(one => one.State).Last())
            .Select(check => check with { Value = $"{check.Value}, the worst of {runs.Count} runs" });
        var worst = runs.Select(run => run.Validity.State).FirstOrDefault(state => state != RunValidity.Valid);
        return new RunValidity(worst ?? RunValidity.Valid, [.. checks]);
    }
}
