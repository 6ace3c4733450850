namespace TwoTier.Load.Results.Merging;

/// <summary>
/// Merges comparisons of the same variants between which the processes of the target were started again: their samples
/// are put together and judged as those of one comparison.
/// </summary>
internal static class ProcessStartMerger
{
    public static Result Merge(IReadOnlyList<ResultFile> files)
    {
        Result[] runs = [.. files.OrderBy(RunMerger.GetStart).Select(file => file.Result)];
        var (first, last) = (runs[0], runs[^1]);
        var merged = first with
        {
            Ended = last.Ended,
            DurationS = RoundToFiveDigits(runs.Sum(run => run.DurationS)),
            Workload = $"{first.Workload}, {CountStarts(runs)} process starts",
            Plan = first.Plan with { Starts = CountStarts(runs) },
            Samples =
            [
                .. from run in runs.Index()
                   from sample in run.Item.Samples
                   group sample by (run.Index, sample.Start, sample.Variant) into start
                   select Sum(start.Key.Start + CountStarts(runs[..start.Key.Index]), runs[start.Key.Index], [.. start]),
            ],
            Validity = RunMerger.MergeValidity(runs),
            Provenance = RunMerger.DescribeLoad(first.Provenance, load => $"{load}; {CountStarts(runs)} process starts"),
            Variants = [.. first.Variants.Select((_, i) => MergeVariant([.. runs.Select(run => run.Variants[i])]))],
        };
        var table = merged.CreateTable();
        var rule = new VerdictRule(first.Method.FamilyLevel!.Value, first.Method.Margin!.Value);
        var judgement = ComparisonJudge.Judge(table, rule);
        return merged with
        {
            Method = ComparisonFigures.DescribeMethod(rule, table, runs.Sum(run => run.Method.Rounds)),
            Variants =
            [
                .. merged.Variants.Select(variant =>
                    ComparisonFigures.Add(variant, table, judgement, merged.Validity.State)),
            ],
        };
    }

    private static int CountStarts(Result[] runs) => runs.Sum(run => run.Samples.Max(sample => sample.Start));

    // The batches of an only start become one sample, whose percentiles are those of its result.
    private static Sample Sum(int start, Result run, Sample[] batches)
    {
        var whole = run.GetVariant(batches[0].Variant).Latency;
        return batches[0] with
        {
            Start = start,
            Batch = 1,
            Turns = batches.Sum(batch => batch.Turns),
            Requests = batches.Sum(batch => batch.Requests),
            Good = batches.Sum(batch => batch.Good),
            BusyS = batches.Sum(batch => batch.BusyS),
            P50Ms = batches[0].P50Ms ?? whole.P50,
            P99Ms = batches[0].P99Ms ?? whole.P99,
            CpuS = Add(batch => batch.CpuS),
            CpuOutsideS = Add(batch => batch.CpuOutsideS),
            AllocatedBytes = Add(batch => batch.AllocatedBytes),
        };

        double? Add(Func<Sample, double?> get) => batches.Aggregate((double?)0, (sum, batch) => sum + get(batch));
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
        return starts.Length == 0 ? null : new ProcessResult
        {
            CpuMs = Average(start => start.CpuMs),
            AllocKb = Average(start => start.AllocKb),
            GcPauseMsPerS = Average(start => start.GcPauseMsPerS),
            PoolThreads = starts.Max(start => start.PoolThreads),
            PoolQueue = starts.Max(start => start.PoolQueue),
            ConnectionsOpened = starts.Sum(start => start.ConnectionsOpened),
            ConnectionsPerS = Average(start => start.ConnectionsPerS),
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
