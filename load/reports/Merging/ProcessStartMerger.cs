namespace TwoTier.Load.Reports.Merging;

/// <summary>
/// Merges comparisons of the same variants between which the processes of the target were started again. Of a variant
/// of another process than the baseline, each start is one value, so the interval also covers how much starts differ.
/// </summary>
internal static class ProcessStartMerger
{
    /// <param name="files">The results of the starts.</param>
    /// <param name="looks">
    /// The looks of a comparison that starts its processes until enough is told; null if the starts were fixed.
    /// </param>
    public static Result Merge(IReadOnlyList<ResultFile> files, PlannedLooks? looks = null)
    {
        CheckFiles(files);
        Result[] runs = [.. files.OrderBy(RunMerger.GetStart).Select(file => file.Result)];
        var (first, last) = (runs[0], runs[^1]);
        var rule = new VerdictRule(first.Method.FamilyLevel!.Value, first.Method.Margin!.Value);
        var level = looks?.GetFamilyLevel(runs.Length) ?? looks?.GetFamilyLevel(looks.Rounds);
        var judgement = new ComparisonJudge(rule).JudgeComparison(CollectRounds(runs), level);
        var onceByStart = new ComparisonJudge(rule).JudgeComparison(CollectStarts(runs), judgement.IntervalLevel);
        var validity = RunMerger
            .MergeValidity([.. runs.Select(WithoutControls)], JudgementChecks.Evaluate(judgement, first.Baseline))
            .WithDetectionLimit(JudgementChecks.GetDetectionLimit(judgement), JudgementChecks.IsBlind(judgement));
        var isValid = validity.State is RunValidity.ValidState or RunValidity.LimitedState;
        return first with
        {
            Ended = last.Ended,
            DurationS = RoundToFiveDigits(runs.Sum(run => run.DurationS)),
            Workload = $"{first.Workload}, {runs.Length} process starts",
            Plan = first.Plan with { Rounds = runs.Sum(run => run.Plan.Rounds), Starts = runs.Length, WithinS = null },
            Method = first.Method with
            {
                Interval = first.Method.Interval + (first.Variants.Any(first.IsOfOtherProcess)
                    ? $"; for variants of another process, on the means of {runs.Length} process starts"
                    : ""),
                Pairs = runs.Sum(run => run.Method.Pairs),
                IntervalLevel = judgement.IntervalLevel,
                Looks = looks?.Count,
                EndedAtLook = looks?.GetLook(runs.Length),
            },
            Order = [.. runs.SelectMany(run => run.Order)],
            Noise = RatioConversion.GetNoise(judgement, ComparisonMetrics.Throughput),
            CpuNoise = RatioConversion.GetNoise(judgement, ComparisonMetrics.Cpu),
            BaselineAgain = HasReplicate(first) ? Renumber(runs, run => run.BaselineAgain!) : null,
            Validity = validity with { SmallestRatio = RoundToFiveDigits(validity.SmallestRatio) },
            Provenance = RunMerger.DescribeLoad(first.Provenance, load => $"{load}; {runs.Length} process starts"),
            Variants =
            [
                .. first.Variants.Select((_, i) => MergeVariant(
                    [.. runs.Select(run => run.Variants[i])], runs, judgement, onceByStart, isValid)),
            ],
        };
    }

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

            if (HasReplicate(result) != HasReplicate(first))
            {
                throw file.Reject($"the baseline has not as many trials in each round as in {firstPath}. "
                    + "Measure both with one version");
            }

            if (!result.Variants.Select(variant => variant.Name).SequenceEqual(first.Variants.Select(one => one.Name)))
                throw file.Reject($"the variants differ from those in {firstPath}. Try results of the same comparison");
        }
    }

    private static bool HasReplicate(Result result) => result.BaselineAgain is { Count: > 0 };

    // Whether the baseline equals itself is judged again, with the rounds of all process starts.
    private static Result WithoutControls(Result run)
    {
        ValidityCheck[] checks = [.. run.Validity.Checks.Where(check => !JudgementChecks.IsControl(check))];
        return run with { Validity = RunValidity.FromChecks(checks, run.Validity.CutShort) };
    }

    private static MeasuredComparison CollectRounds(Result[] runs)
    {
        var cpu = GetValues(round => round.CpuMs.GetValueOrDefault(Target.MonitoredProcess.Target));
        return Create(runs, hasReplicate: HasReplicate(runs[0]),
        [
            new MetricValues(ComparisonMetrics.Throughput, GetValues(round => round.Rps)),
            .. cpu.SelectMany(values => values).Any(value => value is not null)
                ? new[]
                {
                    new MetricValues(ComparisonMetrics.Cpu, cpu)
                    {
                        WeightsByVariant = GetValues(round => round.Requests),
                    },
                }
                : [],
        ]) with
        {
            ProcessStartByRound =
            [
                .. runs.SelectMany((run, start) => Enumerable.Repeat(start, run.Variants[0].Rounds.Count)),
            ],
        };

        IReadOnlyList<double?>[] GetValues(Func<RoundResult, double?> getValue) =>
        [
            .. runs[0].Variants.Select((_, i) =>
                runs.SelectMany(run => run.Variants[i].Rounds).Select(getValue).ToArray()),
            .. HasReplicate(runs[0])
                ? [runs.SelectMany(run => run.BaselineAgain!).Select(getValue).ToArray()]
                : Array.Empty<double?[]>(),
        ];
    }

    // Allocation is known for each process start, but not for each round.
    private static MeasuredComparison CollectStarts(Result[] runs) => Create(runs, hasReplicate: false,
    [
        new MetricValues(
            ComparisonMetrics.Allocation,
            [.. runs[0].Variants.Select((_, i) => runs.Select(run => GetAllocation(run.Variants[i])).ToArray())])
        {
            HasVerdicts = false,
        },
    ]);

    private static double? GetAllocation(VariantResult variant) =>
        variant.Processes.GetValueOrDefault(Target.MonitoredProcess.Target)?.AllocKb;

    private static MeasuredComparison Create(Result[] runs, bool hasReplicate, MetricValues[] metrics)
    {
        string[] names = [.. runs[0].Variants.Select(variant => variant.Name)];
        var baseline = Array.IndexOf(names, runs[0].Baseline);
        string[] measured = hasReplicate ? [.. names, $"{names[baseline]}, again"] : names;
        return new MeasuredComparison(measured, baseline, hasReplicate ? names.Length : null, metrics)
        {
            InOtherProcesses =
            [
                .. runs[0].Variants.Index()
                    .Where(variant => runs[0].IsOfOtherProcess(variant.Item))
                    .Select(variant => variant.Index),
            ],
        };
    }

    private static VariantResult MergeVariant(
        VariantResult[] variants,
        Result[] runs,
        ComparisonJudgement judgement,
        ComparisonJudgement onceByStart,
        bool isValid)
    {
        var name = variants[0].Name;
        RoundResult[] rounds = Renumber(runs, run => run.Variants.Single(variant => variant.Name == name).Rounds);
        var starts = GeometricMean.FromIndependent(variants.Select(variant => variant.Throughput.Median))
            .GetInterval(0.95);
        return RunMerger.Sum(variants) with
        {
            MeasuredS = variants.Sum(variant => variant.MeasuredS),
            Throughput = new Throughput(
                RoundToFiveDigits(Median.Calculate(rounds.Select(round => round.Rps))),
                RoundToFiveDigits(starts?.Lo),
                RoundToFiveDigits(starts?.Hi))
            {
                BusyS = variants.Sum(variant => variant.Throughput.BusyS),
            },
            Ratio = Convert(judgement, ComparisonMetrics.Throughput, VerdictLabels.GetThroughputLabel),
            CpuRatio = Convert(judgement, ComparisonMetrics.Cpu, VerdictLabels.GetCostLabel),
            AllocRatio = Convert(onceByStart, ComparisonMetrics.Allocation),
            Processes = variants[0].Processes.Keys.ToDictionary(process => process, process => Average(
                variants.Select(variant => variant.Processes.GetValueOrDefault(process)))),
            Rounds = rounds,
        };

        RatioResult? Convert(
            ComparisonJudgement judgements, string metric, Func<RatioVerdict, string>? getLabel = null) =>
            RatioConversion.Convert(
                judgements, name, metric, getLabel is null || isValid ? getLabel : _ => VerdictLabels.Withheld);
    }

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

    private static RoundResult[] Renumber(Result[] runs, Func<Result, IEnumerable<RoundResult>> getRounds) =>
        [.. runs.SelectMany(getRounds).Select((round, i) => round with { N = i + 1 })];
}
