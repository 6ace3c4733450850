namespace TwoTier.Load.Results.Merging;

/// <summary>
/// Merges comparisons of the same variants between which the processes of the target were started again: their samples
/// are put together and judged as those of one comparison.
/// </summary>
internal static class ProcessStartMerger
{
    public static Result Merge(IReadOnlyList<ResultFile> files)
    {
        CheckFiles(files);
        Result[] runs = [.. files.OrderBy(RunMerger.GetStart).Select(file => file.Result)];
        var (first, last) = (runs[0], runs[^1]);
        var table = SampleTable.Create(first with
        {
            Samples = [.. runs.SelectMany((run, i) => run.Samples.Select(sample => sample with
            {
                Start = sample.Start + CountStarts(runs[..i]),
            }))],
            Starts = [.. runs.SelectMany((run, i) => run.Starts.Select(one => one with
            {
                Start = one.Start + CountStarts(runs[..i]),
            }))],
        });
        var rule = new VerdictRule(first.Method.FamilyLevel!.Value, first.Method.Margin!.Value);
        var judgement = ComparisonJudge.Judge(table, rule);
        var validity = RunMerger.MergeValidity(
            [.. runs.Select(WithoutControls)], JudgementChecks.Evaluate(judgement, first.Baseline));
        return first with
        {
            Ended = last.Ended,
            DurationS = RoundToFiveDigits(runs.Sum(run => run.DurationS)),
            Workload = $"{first.Workload}, {CountStarts(runs)} process starts",
            Plan = first.Plan with
            {
                Rounds = runs.Sum(run => run.Plan.Rounds),
                Starts = CountStarts(runs),
                WithinS = null,
            },
            Method = first.Method with
            {
                Interval = ComparisonFigures.DescribeIntervals(rule, table),
                Pairs = runs.Sum(run => run.Method.Pairs),
                IntervalLevel = judgement.IntervalLevel,
                Looks = null,
                EndedAtLook = null,
            },
            Order = [.. runs.SelectMany(run => run.Order)],
            Samples = table.Samples,
            Starts = table.Starts,
            Validity = validity,
            Provenance = RunMerger.DescribeLoad(first.Provenance, load => $"{load}; {CountStarts(runs)} process starts"),
            Variants =
            [
                .. first.Variants.Select((_, i) => ComparisonFigures.Add(
                    MergeVariant([.. runs.Select(run => run.Variants[i])]), table, judgement, validity.State)),
            ],
        };
    }

    private static int CountStarts(Result[] runs) => runs.Sum(run => run.Samples.Max(sample => sample.Start));

    private static void CheckFiles(IReadOnlyList<ResultFile> files)
    {
        if (files is [var only])
            throw only.Reject("a single comparison cannot be merged. Try two or more");
        var (firstPath, first) = files[0];
        foreach (var file in files)
        {
            var result = file.Result;
            if (MeasurementConditions.Find(first, result).FirstOrDefault() is { } difference)
            {
                throw file.Reject($"{difference.Label} is {difference.Other}, but {difference.First} in {firstPath}. "
                    + "Try results of the same comparison");
            }

            if (!result.Variants.Select(variant => variant.Name).SequenceEqual(first.Variants.Select(one => one.Name)))
                throw file.Reject($"the variants differ from those in {firstPath}. Try results of the same comparison");
        }
    }

    // Whether the baseline equals itself is judged again, with the rounds of all process starts.
    private static Result WithoutControls(Result run)
    {
        ValidityCheck[] checks = [.. run.Validity.Checks.Where(check => !JudgementChecks.IsControl(check))];
        return run with
        {
            Validity = RunValidity.FromChecks(checks, run.Validity.CutShort, run.Validity.OtherShare),
        };
    }

    private static VariantResult MergeVariant(VariantResult[] variants) => RunMerger.Sum(variants) with
    {
        MeasuredS = variants.Sum(variant => variant.MeasuredS),
        BusyS = variants.Sum(variant => variant.BusyS),
        Processes = variants[0].Processes.Keys.ToDictionary(process => process, process => Average(
            variants.Select(variant => variant.Processes.GetValueOrDefault(process)))),
    };

    // Costs per request are averaged over the process starts; of levels, such as memory, the highest counts.
    private static ProcessResult? Average(IEnumerable<ProcessResult?> processes)
    {
        ProcessResult[] starts = [.. processes.OfType<ProcessResult>()];
        return starts.Length == 0 ? null
            : new ProcessResult(
                Average(start => start.CpuMs),
                Average(start => start.JitMs),
                Average(start => start.AllocKb),
                Average(start => start.GcPauseMsPerS),
                starts.Max(start => start.PoolThreads),
                starts.Max(start => start.PoolQueue),
                starts.Sum(start => start.ConnectionsOpened))
            {
                ConnectionsPerS = Average(start => start.ConnectionsPerS),
                Exceptions = Average(start => start.Exceptions),
                TimeWait = starts.Max(start => start.TimeWait),
                WorkingSetMb = starts.Max(start => start.WorkingSetMb),
                AnonymousMb = starts.Max(start => start.AnonymousMb),
                WorkingSetAfterMb = starts.Max(start => start.WorkingSetAfterMb),
                AnonymousAfterMb = starts.Max(start => start.AnonymousAfterMb),
                Restarts = starts.Max(start => start.Restarts),
            };

        double? Average(Func<ProcessResult, double?> getCost) => RoundToFiveDigits(starts.Average(getCost));
    }
}
