using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>
/// Merges the parts of one load that several load tools sent at the same time, usually from several machines: the
/// counts, the rates and the histograms are added up.
/// </summary>
internal static class ParallelPartMerger
{
    private const double MinOverlap = 0.9;

    /// <summary>Creates a result that contains the requests of all parts.</summary>
    public static Result Merge(IReadOnlyList<ResultFile> files)
    {
        var overlap = ParallelPartChecks.CheckParts(files);
        Result[] runs = [.. files.Select(file => file.Result)];
        VariantResult[] variants = [.. runs.Select(run => run.Variants[0])];
        var (first, last) = (runs.MinBy(run => run.Started)!, runs.MaxBy(run => run.Ended)!);
        var whole = MergedCounts.Sum(variants);
        return first with
        {
            Ended = last.Ended,
            DurationS = RoundToFiveDigits(runs.Max(run => run.DurationS)),
            Model = MergedCounts.Sum([.. runs.Select(run => run.Model)]),
            Workload = $"{runs.Length} parts at the same time, each {first.Workload}",
            Plan = first.Plan with { Part = null },
            Provenance = MergeProvenance(runs),
            Validity = RunMerger.MergeValidity(runs, CheckOverlap(overlap), CheckCompleteness(runs)),
            Annotations = [],
            Variants =
            [
                whole with
                {
                    MeasuredS = variants.Max(variant => variant.MeasuredS),
                    Throughput = new Throughput(
                        RoundToFiveDigits(variants.Sum(variant => variant.Throughput.Median)), null, null),
                },
            ],
        };
    }

    // The starts of parts are known to the second, so with short parts the check cannot always be decided.
    private static ValidityCheck CheckOverlap((double Low, double High) share)
    {
        var isOpen = share.Low < MinOverlap && share.High >= MinOverlap;
        return new ValidityCheck(
            "overlap",
            "Parts ran at the same time",
            $"{share.Low * 100:0} to {share.High * 100:0} % of the longest part",
            $"{MinOverlap * 100:0} %",
            isOpen ? CheckState.Note : share.High >= MinOverlap ? CheckState.Pass : CheckState.Fail,
            isOpen
                ? "the parts were too short to tell: try --duration 60s"
                : "the sum of the rates was not reached: start the parts together, or for longer (--duration 60s)");
    }

    private static ValidityCheck CheckCompleteness(Result[] runs)
    {
        var count = runs.Max(run => run.Plan.Part?.Count) ?? runs.Length;
        return ValidityCheck.Expect(
            runs.Length == count,
            "parts",
            "Parts merged",
            $"{runs.Length} of {count}",
            "all",
            "the load was higher than this result shows: merge the missing parts too");
    }

    // The load tools can run on different machines, so each row of the provenance lists all different values of the
    // results.
    private static string[][] MergeProvenance(Result[] runs) => RunMerger.DescribeLoad(
        [
            .. runs.SelectMany(run => run.Provenance).GroupBy(row => row[0]).Select(rows => (string[])
                [rows.Key, string.Join("; ", rows.Select(row => row[1]).Distinct())]),
        ],
        load => $"{runs.Length} parts at the same time: {load}");
}
