namespace TwoTier.Load.Experiment;

internal static class ComparisonChecks
{
    // The fall of the CPU time of a request from the first half of the rounds to the second.
    private const double MaxFall = 0.05;

    public static IReadOnlyList<ValidityCheck> Evaluate(
        ExperimentPlan plan, CompleteRounds rounds, int cores, SampleTable table, MachineUsage? machine = null)
    {
        (Variant Variant, Measurement Total)[] totals =
            [.. plan.Variants.Select((variant, i) => (variant, rounds.GetTotal(i)))];
        return
        [
            CheckSent(plan, rounds),
            CheckErrors(totals, plan.Limits.MaxErrorShare),
            AnswerChecks.Evaluate(plan, rounds),
            .. ResourceChecks.CheckProcesses([.. rounds.Summaries.SelectMany(start => start.Usages)]),
            .. ResourceChecks.CheckToolCpu(
                GetMaxToolCores(rounds.Turns),
                cores,
                totals.Sum(one => one.Total.ElapsedSeconds),
                machine?.TargetsAreElsewhere is true),
            .. CheckWarmup(rounds.Summaries),
            .. CheckFall(plan, rounds.Turns),
            .. CheckWorkOutside(table),
            .. plan.Profile is not OpenLoopProfile ? [] : OpenLoopChecks.Evaluate(
                [
                    .. from one in totals
                       select (one.Variant.Name, one.Total.OpenLoop ?? new OpenLoopCounters(0), one.Total.Counters.Latency),
                ],
                plan.Limits),
        ];
    }

    // Each variant is judged on its own, so that good ones do not hide a bad one.
    private static ValidityCheck CheckErrors((Variant Variant, Measurement Total)[] totals, double maxShare)
    {
        foreach (var (variant, total) in totals)
        {
            if (RunChecks.CheckErrors(total.Counters, maxShare) is { State: CheckState.Fail } check)
                return check with { Label = $"{check.Label} of {variant.Name}" };
        }

        return RunChecks.CheckErrors(RequestCounters.Sum(totals.Select(one => one.Total.Counters)), maxShare);
    }

    private static ValidityCheck CheckSent(ExperimentPlan plan, CompleteRounds rounds)
    {
        var failed = rounds.Turns.Where(turn => turn.Successes == 0).ToArray();
        var failure = failed is [var first, ..]
            ? $"; {plan.Variants[first.Variant].Name}, round {first.Round}: no successful response, but {first.Failures}"
            : "";
        return ValidityCheck.Require(
            failed is [], "sent", "Turns with a successful response",
            $"{rounds.Turns.Count - failed.Length} of {rounds.Turns.Count}{failure}", "all");
    }

    // The check uses the variant for which the load tool used most CPU, because the tool could have slowed down that
    // variant.
    private static double GetMaxToolCores(IReadOnlyList<Turn> turns) => turns
        .GroupBy(turn => turn.Variant)
        .Select(variant => variant.Sum(turn => turn.ToolCpuSeconds) / variant.Sum(turn => turn.ElapsedSeconds))
        .DefaultIfEmpty(0)
        .Max();

    private static IEnumerable<ValidityCheck> CheckWarmup(IReadOnlyList<StartSummary> starts)
    {
        var ends = starts.Select(start => start.IsWarm).OfType<bool>().ToArray();
        if (ends is not [])
        {
            yield return ValidityCheck.Require(
                ends.All(isWarm => isWarm), "warm", "Starts in which all services were warm",
                $"{ends.Count(isWarm => isWarm)} of {ends.Length}", "all", "try a longer warm-up", isNote: true);
        }
    }

    // A runtime that still compiles needs less CPU time for a request in the second half of the rounds. In a start of
    // half a minute, the halves of warm services differed by up to 19 % in either direction (2 × AMD EPYC).
    private static IEnumerable<ValidityCheck> CheckFall(ExperimentPlan plan, IReadOnlyList<Turn> turns)
    {
        var half = turns.Max(turn => turn.Round) / 2;
        var falls = (
            from variant in plan.Variants.Index()
            let target = variant.Item.Processes.ToList().FindIndex(one => one.Name == MonitoredProcess.Target)
            let own = turns.Where(turn => turn.Variant == variant.Index).ToArray()
            let early = GetCpu(own.Where(turn => turn.Round <= half), target)
            let late = GetCpu(own.Where(turn => turn.Round > half), target)
            where early > 0 && late > 0
            select (variant.Item.Name, Fall: 1 - late.Value / early.Value)).ToArray();
        if (falls is [])
            yield break;
        var (name, fall) = falls.MaxBy(one => one.Fall);
        yield return ValidityCheck.Require(
            fall < MaxFall,
            "fall", "Fall of the CPU time of a request within the starts", $"{Math.Max(0, fall) * 100:0.0} % ({name})",
            $"< {MaxFall * 100:0} %", "try a longer warm-up", isNote: true);

        static double? GetCpu(IEnumerable<Turn> turns, int target) => turns.Aggregate(
            (Cpu: (double?)0, Requests: 0L),
            (sum, turn) => (sum.Cpu + turn.CpuSeconds.ElementAtOrDefault(target), sum.Requests + turn.Requests),
            sum => sum.Cpu / sum.Requests);
    }

    private static IEnumerable<ValidityCheck> CheckWorkOutside(SampleTable table) =>
        from variant in table.Compared.Where(table.WorksOutsideItsTurns)
        let shares = new[] { table.Baseline, variant }.Select(name => $"{name} {table.GetShareOutside(name) * 100:0} %")
        select new ValidityCheck(
            "outside", "CPU time that services used after their answers, while others were measured",
            string.Join(", ", shares), "alike", CheckState.Note,
            "this work slows down the other service, so throughput is not compared; CPU time includes it");
}
