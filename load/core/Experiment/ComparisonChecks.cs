namespace TwoTier.Load.Experiment;

/// <summary>Checks whether the measured values of a comparison can be trusted.</summary>
internal static class ComparisonChecks
{
    private const int MinRounds = 7;
    private const double MaxDrift = 0.10;
    private const double MinJitShare = 0.05;
    private const double MaxRemainingJit = 0.75;
    private const double MaxLatencyShare = 0.2;

    /// <summary>Runs all validity checks of a comparison.</summary>
    public static IReadOnlyList<ValidityCheck> Evaluate(
        ExperimentPlan plan,
        CompleteRounds rounds,
        int cores,
        ComparisonJudgement? judgement,
        MachineUsage? machine = null) =>
    [
        CheckSentShare(plan, rounds.Trials),
        CheckErrors(plan, rounds),
        .. RunChecks.CheckResentRequests(rounds.Totals.Sum(total => total.ResentRequests)),
        .. plan.Baseline.Processes
            .Where(process => process.Name == MonitoredProcess.Target)
            .Select(target => RunChecks.CheckServerCount([.. rounds.Trials.Select(trial => trial.Usage)], target)),
        .. RunChecks.CheckRestarts([.. rounds.Trials.Select(trial => trial.Usage)]),
        .. RunChecks.CheckReconciliation(
            [.. rounds.Trials.Select(trial => (trial.Measurement.Successes, 0L, trial.Usage))],
            plan.Baseline.Processes),
        RunChecks.CheckToolCpu(
            GetMaxToolCores(rounds.Trials),
            cores,
            rounds.Totals.Sum(total => total.ElapsedSeconds) / plan.VariantsAtOnce),
        .. MachineChecks.CheckOtherCpu(machine, plan.Limits.MaxOtherCpuShare),
        .. LittlesLaw.Evaluate(GetClosedLoops(plan, rounds)),
        .. CheckTrialDuration(plan, GetClosedLoops(plan, rounds)),
        .. CheckWarmup(plan, rounds.Trials),
        CheckDrift(plan, rounds.Trials),
        CheckRounds(rounds.Count),
        .. judgement is null ? [] : JudgementChecks.Evaluate(judgement, plan.Baseline.Name),
        .. plan.Profile is OpenLoopProfile
            ? OpenLoopChecks.Evaluate(GetOpenLoops(plan, rounds), plan.Limits)
            : [RunChecks.ClosedLoopNote],
    ];

    // Each variant is judged on its own, so that good ones do not hide a bad one.
    private static ValidityCheck CheckErrors(ExperimentPlan plan, CompleteRounds rounds)
    {
        var share = plan.Limits.MaxErrorShare;
        foreach (var (variant, total) in plan.MeasuredVariants.Zip(rounds.Totals))
        {
            if (RunChecks.CheckErrors(total.Counters, share) is { State: CheckState.Fail } check)
                return check with { Label = $"{check.Label} of {variant.Name}" };
        }

        return RunChecks.CheckErrors(RequestCounters.Sum(rounds.Totals.Select(total => total.Counters)), share);
    }

    private static (string Name, OpenLoopCounters Counters)[] GetOpenLoops(
        ExperimentPlan plan, CompleteRounds rounds) =>
    [
        .. plan.MeasuredVariants.Select((variant, index) =>
            (variant.Name, rounds.GetTotal(index).OpenLoop ?? new OpenLoopCounters(0))),
    ];

    private static IEnumerable<ClosedLoop> GetClosedLoops(ExperimentPlan plan, CompleteRounds rounds) =>
        plan.Profile is not ClosedLoopProfile { ThinkTime.Ticks: 0 } profile
            ? []
            : plan.MeasuredVariants.Take(rounds.Totals.Count).Select((variant, index) =>
                new ClosedLoop(variant.Name, profile.Concurrency, rounds.GetTotal(index)));

    private static ValidityCheck CheckSentShare(ExperimentPlan plan, IReadOnlyList<Trial> trials)
    {
        var sent = trials.Count(trial => trial.Measurement.Successes > 0);
        var failed = trials.FirstOrDefault(trial => trial.Measurement.Successes == 0);
        return new ValidityCheck(
            "sent",
            "Slices sent as planned",
            $"{sent} of {plan.TrialCount}" + (failed is null ? "" : $"; {DescribeFailure(plan, failed)}"),
            "all",
            failed is not null ? CheckState.Fail : ValidityCheck.NoteUnless(sent == plan.TrialCount));
    }

    // All connections of a closed loop begin a trial together, so their responses come in waves at first. A trial that
    // is not much longer than a response counts a wave too many or too few.
    private static IEnumerable<ValidityCheck> CheckTrialDuration(ExperimentPlan plan, IEnumerable<ClosedLoop> loops)
    {
        var slowest = loops
            .Where(loop => loop.Measurement.Counters.Responses > 0)
            .Select(loop => (loop.Name, Latency: TimeSpan.FromSeconds(loop.Measurement.Counters.Latency.Mean / 1e9)))
            .OrderByDescending(loop => loop.Latency)
            .ToArray();
        if (slowest is not [var (name, latency), ..])
            yield break;
        var share = latency / plan.TrialDuration;
        var isLong = share < MaxLatencyShare;
        yield return new ValidityCheck(
            "slice",
            "Mean latency, as a share of a slice",
            $"{share * 100:0.0} % ({name})",
            $"< {MaxLatencyShare * 100:0} %",
            ValidityCheck.NoteUnless(isLong),
            isLong
                ? null
                : "the throughput depends on where a slice begins and ends: try "
                    + $"--slice {Math.Ceiling(latency.TotalSeconds / MaxLatencyShare)}s");
    }

    private static string DescribeFailure(ExperimentPlan plan, Trial trial) =>
        $"{plan.MeasuredVariants[trial.VariantIndex].Name}, round {trial.Round}: no successful response, "
        + $"but {trial.Measurement.Failures}";

    // The check uses the variant for which the load tool used most CPU, because the tool could have slowed down that
    // variant.
    private static double GetMaxToolCores(IReadOnlyList<Trial> trials) => trials
        .GroupBy(trial => trial.VariantIndex)
        .Select(group => group.Average(trial => trial.ToolCores))
        .DefaultIfEmpty(0)
        .Max();

    // A variant may compile at every call, which is part of its cost. Only if less is compiled in the second half of
    // the rounds than in the first was the warm-up too short.
    private static IEnumerable<ValidityCheck> CheckWarmup(ExperimentPlan plan, IReadOnlyList<Trial> trials)
    {
        if (JitActivity.Measure(trials).CpuShare is null)
            yield break;
        var half = trials.Select(trial => trial.Round).DefaultIfEmpty(0).Max() / 2;
        var falling = trials.GroupBy(trial => trial.VariantIndex)
            .Select(group => (
                plan.MeasuredVariants[group.Key].Name,
                Early: JitActivity.Measure(group.Where(trial => trial.Round <= half)),
                Late: JitActivity.Measure(group.Where(trial => trial.Round > half))))
            .Where(variant => variant.Early.CpuShare > MinJitShare
                && variant.Late.MethodsPerReply < MaxRemainingJit * variant.Early.MethodsPerReply)
            .Select(variant => $"{variant.Name} {variant.Early.MethodsPerReply * 1000:0.#}, "
                + $"then {variant.Late.MethodsPerReply * 1000:0.#}")
            .ToArray();
        var isWarm = falling.Length == 0;
        yield return new ValidityCheck(
            "warm",
            "Methods that the target compiled per 1,000 requests",
            isWarm ? "steady, or too few to matter" : string.Join("; ", falling),
            "steady, or < 5 % of its CPU",
            ValidityCheck.NoteUnless(isWarm),
            isWarm ? null : "try a longer warm-up: --warmup 15s");
    }

    private static ValidityCheck CheckDrift(ExperimentPlan plan, IReadOnlyList<Trial> trials)
    {
        var goodputs = trials
            .Where(trial => plan.MeasuredVariants[trial.VariantIndex] == plan.Baseline)
            .Select(trial => trial.Goodput)
            .ToArray();
        var range = goodputs.Length > 0 ? goodputs.Max() - goodputs.Min() : 0;
        var drift = range > 0 ? range / Median.Calculate(goodputs) : 0;
        var isSteady = drift < MaxDrift;
        return new ValidityCheck(
            "drift",
            "Drift of the baseline between rounds",
            $"{drift * 100:0.0} %",
            "< 10 %",
            ValidityCheck.NoteUnless(isSteady),
            isSteady ? null : "ratios within a round cancel most of the drift");
    }

    private static ValidityCheck CheckRounds(int rounds)
    {
        var isEnough = rounds >= MinRounds;
        return new ValidityCheck(
            "rounds",
            isEnough ? "Rounds" : "Fewer than 7 rounds",
            $"{rounds}",
            $"{MinRounds} or more",
            ValidityCheck.NoteUnless(isEnough),
            isEnough ? null : "few rounds give wide intervals: try --rounds 7");
    }
}
