namespace TwoTier.Load.Experiment;

internal static class ComparisonChecks
{
    private const int MinRounds = 7;
    private const double MaxDrift = 0.10;
    private const double MinJitShare = 0.05;
    private const double MaxRemainingJit = 0.75;
    private const double MaxLatencyShare = 0.2;

    public static IReadOnlyList<ValidityCheck> Evaluate(
        ExperimentPlan plan,
        CompleteRounds rounds,
        int cores,
        Judgement? judgement,
        MachineUsage? machine = null)
    {
        (Variant Variant, Measurement Total)[] totals = [.. plan.MeasuredVariants.Zip(rounds.Totals)];
        ClosedLoop[] loops = plan.Profile is not ClosedLoopProfile { ThinkTime.Ticks: 0 } profile ? []
            : [.. totals.Select(one => new ClosedLoop(one.Variant.Name, profile.Concurrency, one.Total))];
        return
        [
            CheckSentShare(plan, rounds.Trials),
            CheckErrors(totals, plan.Limits.MaxErrorShare),
            AnswerChecks.Evaluate(plan, rounds),
            .. ResourceChecks.CheckProcesses(
                [.. rounds.Trials.Select(trial => (trial.Successes, 0L, trial.Usage))], plan.Baseline.Processes),
            ResourceChecks.CheckToolCpu(
                GetMaxToolCores(rounds.Trials),
                cores,
                rounds.Totals.Sum(total => total.ElapsedSeconds),
                machine?.TargetsAreElsewhere is true),
            .. ResourceChecks.CheckMachine(machine, plan.Limits.MaxOtherCpuShare),
            .. CheckRepeatedRounds(plan, rounds.Count),
            // The turns of all variants have pauses alike, and the intervals contain them.
            .. PauseChecks.Evaluate([.. totals.Select(one => (one.Variant.Name, one.Total))], TimeSpan.MaxValue),
            .. LittlesLaw.Evaluate(loops),
            .. CheckTrialDuration(plan, loops),
            .. CheckWarmup(plan, rounds.Trials),
            .. CheckWorkOutside(plan.CreateTable(rounds.Trials, rounds.DescribeStarts(plan))),
            CheckDrift(plan, rounds.Trials),
            CheckRounds(rounds.Count),
            .. judgement is null ? [] : JudgementChecks.Evaluate(judgement, plan.Baseline.Name),
            .. plan.Profile is not OpenLoopProfile ? [RunChecks.ClosedLoopNote] : OpenLoopChecks.Evaluate(
                [
                    .. from measured in plan.MeasuredVariants.Index()
                       let total = rounds.GetTotal(measured.Index)
                       select (measured.Item.Name, total.OpenLoop ?? new OpenLoopCounters(0), total.Counters.Latency),
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

    private static ValidityCheck CheckSentShare(ExperimentPlan plan, IReadOnlyList<Trial> trials)
    {
        var sent = trials.Count(trial => trial.Successes > 0);
        var failed = trials.FirstOrDefault(trial => trial.Successes == 0);
        var failure = failed is null
            ? ""
            : $"; {plan.MeasuredVariants[failed.VariantIndex].Name}, round {failed.Round}: no successful response, "
                + $"but {failed.Failures}";
        var check = ValidityCheck.Expect(
            sent == plan.TrialCount, "sent", "Measurements made as planned", $"{sent} of {plan.TrialCount}{failure}",
            "all",
            plan.IsOverTime ? "the comparison had taken 1.5 times its time limit: try a longer --within" : null);
        return failed is null ? check : check with { State = CheckState.Fail };
    }

    // All connections of a closed loop begin a trial together, so their responses come in waves at first. A trial that
    // is not much longer than a response counts a wave too many or too few.
    private static IEnumerable<ValidityCheck> CheckTrialDuration(ExperimentPlan plan, ClosedLoop[] loops)
    {
        var slowest = loops
            .Where(loop => loop.Measurement.Counters.Responses > 0)
            .MaxBy(loop => loop.Measurement.Counters.Latency.Mean);
        if (slowest is null)
            yield break;
        var latency = TimeSpan.FromSeconds(slowest.Measurement.Counters.Latency.Mean / 1e9);
        var share = latency / plan.TrialDuration;
        yield return ValidityCheck.Expect(
            share < MaxLatencyShare,
            "slice", "Mean latency, as a share of the length of a measurement", $"{share * 100:0.0} % ({slowest.Name})",
            $"< {MaxLatencyShare * 100:0} %",
            "a measurement has too few responses for an exact throughput: it should last "
                + $"{Math.Ceiling(latency.TotalSeconds / MaxLatencyShare)} s");
    }

    // The check uses the variant for which the load tool used most CPU, because the tool could have slowed down that
    // variant.
    private static double GetMaxToolCores(IReadOnlyList<Trial> trials) => trials
        .GroupBy(trial => trial.VariantIndex, trial => trial.ToolCores)
        .Select(variant => variant.Average())
        .DefaultIfEmpty(0)
        .Max();

    // A variant may compile at every call, which is part of its cost. Only if less is compiled in the second half of
    // the rounds than in the first was the warm-up too short.
    private static IEnumerable<ValidityCheck> CheckWarmup(ExperimentPlan plan, IReadOnlyList<Trial> trials)
    {
        Trial[] measured =
        [
            .. trials.Where(trial => trial is { Replies: > 0, Target: { JitShare: not null, JitMethods: not null } }),
        ];
        if (measured.Length == 0)
            yield break;
        var half = trials.Max(trial => trial.Round) / 2;
        string[] falling =
        [
            .. from trial in measured
               group trial by trial.VariantIndex into variant
               let early = variant.Where(trial => trial.Round <= half).ToArray()
               let late = variant.Where(trial => trial.Round > half).ToArray()
               where early.Length > 0 && late.Length > 0
                   && early.Average(trial => trial.Target!.JitShare) > MinJitShare
                   && CountMethods(late) < MaxRemainingJit * CountMethods(early)
               let name = plan.MeasuredVariants[variant.Key].Name
               select $"{name} {CountMethods(early):0.#}, then {CountMethods(late):0.#}",
        ];
        yield return ValidityCheck.Expect(
            falling is [],
            "warm", "Methods that the target compiled per 1,000 requests",
            falling is [] ? "steady, or too few to matter" : string.Join("; ", falling), "steady, or < 5 % of its CPU",
            "try a longer warm-up");

        static double? CountMethods(Trial[] part) =>
            part.Sum(trial => trial.Target!.JitMethods) / part.Sum(trial => trial.Replies) * 1000;
    }

    private static IEnumerable<ValidityCheck> CheckWorkOutside(SampleTable table) =>
        from variant in table.Compared.Where(table.WorksOutsideItsTurns)
        let shares = new[] { table.Baseline, variant }.Select(name => $"{name} {table.GetShareOutside(name) * 100:0} %")
        select new ValidityCheck(
            "outside", "CPU time that services used after their answers, while others were measured",
            string.Join(", ", shares), "alike", CheckState.Note,
            "this work slows down the other service, so throughput is not compared; CPU time includes it");

    private static ValidityCheck CheckDrift(ExperimentPlan plan, IReadOnlyList<Trial> trials)
    {
        var goodputs = trials
            .Where(trial => plan.MeasuredVariants[trial.VariantIndex] == plan.Baseline)
            .Select(trial => trial.Goodput)
            .ToArray();
        var range = goodputs.Length > 0 ? goodputs.Max() - goodputs.Min() : 0;
        var drift = range > 0 ? range / Median.Calculate(goodputs) : 0;
        return ValidityCheck.Expect(
            drift < MaxDrift,
            "drift", "Drift of the baseline between rounds", $"{drift * 100:0.0} %", "< 10 %",
            "ratios within a round cancel most of the drift");
    }

    private static IEnumerable<ValidityCheck> CheckRepeatedRounds(ExperimentPlan plan, int rounds)
    {
        if (plan.RepeatedRounds > 0)
        {
            yield return new ValidityCheck(
                "repeated", "Rounds that other programs disturbed, and that were measured again",
                $"{plan.RepeatedRounds}, in addition to the {rounds} that count", "", CheckState.Note);
        }
    }

    private static ValidityCheck CheckRounds(int rounds) => ValidityCheck.Expect(
        rounds >= MinRounds,
        "rounds", rounds >= MinRounds ? "Rounds" : "Fewer than 7 rounds", $"{rounds}", $"{MinRounds} or more",
        "few rounds give wide intervals: measure for longer");
}
