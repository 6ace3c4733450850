using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>
/// Merges the parts of one load that several load tools sent at the same time, usually from several machines: the
/// counts, the rates and the histograms are added up.
/// </summary>
internal static class ParallelPartMerger
{
    private const string MergeAdvice = "Try the results of parts that ran at the same time";
    private const double MinOverlap = 0.9;

    // The precision of the starts in result files: parts may overlap by up to a second more or less than they say.
    private static readonly TimeSpan StartPrecision = TimeSpan.FromSeconds(1);

    public static Result Merge(IReadOnlyList<ResultFile> files)
    {
        foreach (var (i, file) in files.Index())
            CheckPart(file, [.. files.Take(i)]);
        if (files is [var only])
            throw only.Reject($"there is no other file. {MergeAdvice}");

        Result[] runs = [.. files.Select(file => file.Result)];
        VariantResult[] variants = [.. runs.Select(run => run.Variants[0])];
        var first = runs.MinBy(run => run.Started)!;
        return first with
        {
            Ended = runs.Max(run => run.Ended)!,
            DurationS = RoundToFiveDigits(runs.Max(run => run.DurationS)),
            Model = MergedCounts.Sum([.. runs.Select(run => run.Model)]),
            Workload = $"{runs.Length} parts at the same time, each {first.Workload}",
            Plan = first.Plan with { Part = null },
            Provenance = MergeProvenance(runs),
            Validity = RunMerger.MergeValidity(runs, CheckOverlap(files), CheckCompleteness(runs)),
            Variants =
            [
                MergedCounts.Sum(variants) with
                {
                    MeasuredS = variants.Max(variant => variant.MeasuredS),
                    Throughput = new Throughput(
                        RoundToFiveDigits(variants.Sum(variant => variant.Throughput.Median)), null, null),
                },
            ],
        };
    }

    private static void CheckPart(ResultFile file, ResultFile[] earlier)
    {
        var result = file.Result;
        if (result is not { Kind: Result.RunKind, Variants: [{ Capacity: null, Bursts: null or [] } run] })
        {
            var kind = result.Variants[0] is { Capacity: not null } ? "load capacity"
                : result.Kind == Result.RunKind ? "bursts"
                : $"load {result.Kind}";
            throw file.Reject($"the result is one of {kind}; expected one of load run");
        }

        if (run.Latency is { Histogram: null, Mean: not null })
        {
            throw file.Reject(
                "the result has no histogram, because an earlier version of load wrote it. Try a new run");
        }

        foreach (var other in earlier)
        {
            if (result.Plan.Part is { } part && part == other.Result.Plan.Part)
                throw file.Reject($"the result is part {part}, as is {other.Path}. Try each part once");
            if (result.Started == other.Result.Started
                && run.Latency.Histogram is { } histogram
                && histogram == other.Result.Variants[0].Latency.Histogram)
            {
                throw file.Reject($"the result is of the same run as {other.Path}. Try each part once");
            }
        }

        if (earlier is [var first, ..])
            CheckConditions(first, file);
    }

    private static void CheckConditions(ResultFile first, ResultFile other)
    {
        var (one, two) = (first.Result, other.Result);
        (string Label, object? First, object? Other)[] conditions =
        [
            ("request", one.Scenario.Request, two.Scenario.Request),
            ("load", one.Workload ?? one.Model.Kind, two.Workload ?? two.Model.Kind),
            ("number of connections", one.Model.Connections, two.Model.Connections),
            ("time limit", one.Plan.TimeoutS, two.Plan.TimeoutS),
            ("number of parts", one.Plan.Part?.Count, two.Plan.Part?.Count),
        ];
        if (conditions.FirstOrDefault(row => !Equals(row.First, row.Other)) is { Label: { } label } different)
        {
            throw other.Reject($"the result has another {label} than {first.Path}: {different.Other ?? "none"}; "
                + $"expected {different.First ?? "none"}. {MergeAdvice}");
        }
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
                + $"added. {MergeAdvice}");
        }

        var isOpen = low < MinOverlap && high >= MinOverlap;
        return new ValidityCheck(
            "overlap",
            "Parts ran at the same time",
            $"{low * 100:0} to {high * 100:0} % of the longest part",
            $"{MinOverlap * 100:0} %",
            isOpen ? CheckState.Note : high >= MinOverlap ? CheckState.Pass : CheckState.Fail,
            isOpen
                ? "the parts were too short to tell: try --duration 60s"
                : "the sum of the rates was not reached: start the parts together, or for longer (--duration 60s)");

        double GetShare(TimeSpan time) =>
            Math.Clamp(time.TotalSeconds / files.Max(file => file.Result.DurationS), 0, 1);
    }

    private static DateTimeOffset GetEnd(ResultFile file) =>
        RunMerger.GetStart(file) + TimeSpan.FromSeconds(Math.Clamp(file.Result.DurationS, 0, int.MaxValue));

    private static ValidityCheck CheckCompleteness(Result[] runs)
    {
        var count = runs.Max(run => run.Plan.Part?.Count) ?? runs.Length;
        return ValidityCheck.Require(
            runs.Length == count,
            "parts",
            "Parts merged",
            $"{runs.Length} of {count}",
            "all",
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
