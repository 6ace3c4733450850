namespace TwoTier.Load.Results.Merging;

/// <summary>
/// Merges the parts of one load that several load tools sent at the same time, usually from several machines: the
/// counts, the rates and the histograms are added up.
/// </summary>
internal static class ParallelPartMerger
{
    public const string Advice = "Try the results of parts that ran at the same time";
    private const double MinOverlap = 0.9;

    // The precision of the starts in result files: parts may overlap by up to a second more or less than they say.
    private static readonly TimeSpan StartPrecision = TimeSpan.FromSeconds(1);

    public static Result Merge(IReadOnlyList<ResultFile> files)
    {
        Result[] runs = [.. files.Select(file => file.Result)];
        VariantResult[] variants = [.. runs.Select(run => run.Variants[0])];
        var first = runs.MinBy(run => run.Started)!;
        var sum = RunMerger.Sum(variants);
        var rate = variants.Sum(variant => variant.Throughput.Rate);
        return first with
        {
            Ended = runs.Max(run => run.Ended)!,
            DurationS = RoundToFiveDigits(runs.Max(run => run.DurationS)),
            Model = RunMerger.Sum([.. runs.Select(run => run.Model)]),
            Workload = $"{runs.Length} parts at the same time, each {first.Workload}",
            Plan = first.Plan with { Part = null },
            Provenance = MergeProvenance(runs),
            Validity = RunMerger.MergeValidity(runs, CheckOverlap(files), CheckCompleteness(runs)),
            Variants =
            [
                sum with
                {
                    Throughput = new Throughput(RoundToFiveDigits(rate), null, null),
                    BusyS = rate > 0 ? RoundToFiveDigits((sum.Requests - sum.Errors) / rate) : null,
                },
            ],
        };
    }

    public static void CheckPart(ResultFile first, ResultFile file)
    {
        var other = file.Result;
        if (other is not { Kind: Result.RunKind, Variants: [var run] } || run.GetParts(PartKind.Burst) is not [])
        {
            var kind = other.Kind == Result.RunKind ? "bursts" : $"load {other.Kind}";
            throw file.Reject($"the result comes from {kind}; expected a result of load run without bursts");
        }

        if (file != first && other.Plan.Part is { } part && part == first.Result.Plan.Part)
            throw file.Reject($"the result is part {part}, as is {first.Path}. Try each part once");
    }

    // With short parts, the check cannot always be decided.
    private static ValidityCheck CheckOverlap(IReadOnlyList<ResultFile> files)
    {
        var (latest, earliest) = (files.MaxBy(RunMerger.GetStart)!, files.MinBy(GetEnd)!);
        var overlap = GetEnd(earliest) - RunMerger.GetStart(latest);
        var (low, high) = (GetShare(overlap - StartPrecision), GetShare(overlap + StartPrecision));
        if (overlap + StartPrecision <= TimeSpan.Zero)
        {
            throw latest.Reject($"the run started after that of {earliest.Path} had ended, so their rates cannot be "
                + $"added. {Advice}");
        }

        var isOpen = low < MinOverlap && high >= MinOverlap;
        return new ValidityCheck(
            "overlap", "Parts ran at the same time",
            $"{low * 100:0} to {high * 100:0} % of the longest part", $"{MinOverlap * 100:0} %",
            isOpen ? CheckState.Note : high >= MinOverlap ? CheckState.Pass : CheckState.Fail,
            isOpen
                ? "the parts were too short to tell: try --duration 60s"
                : "the sum of the rates was not reached: start the parts together, or for longer (--duration 60s)");

        double GetShare(TimeSpan time) =>
            Math.Clamp(time.TotalSeconds / files.Max(file => file.Result.DurationS), 0, 1);
    }

    private static DateTimeOffset GetEnd(ResultFile file) =>
        RunMerger.GetStart(file) + TimeSpan.FromSeconds(file.Result.DurationS);

    private static ValidityCheck CheckCompleteness(Result[] runs)
    {
        var count = runs.Max(run => run.Plan.Part?.Count) ?? runs.Length;
        return ValidityCheck.Require(
            runs.Length == count,
            "parts", "Parts merged", $"{runs.Length} of {count}", "all",
            "the load was higher than this result shows: merge the missing parts too");
    }

    // The load tools can run on different machines, so each row lists all different values of the results.
    private static string[][] MergeProvenance(Result[] runs) => RunMerger.DescribeLoad(
        [
            .. runs.SelectMany(run => run.Provenance).GroupBy(row => row[0]).Select(rows => (string[])
                [rows.Key, string.Join("; ", rows.Select(row => row[1]).Distinct())]),
        ],
        load => $"{runs.Length} parts at the same time: {load}");
}
