using Load.Engine;
using Load.Metrics;
using Load.Statistics;
using Load.Validity;

namespace Load.Experiment;

/// <summary>Whether a comparison's figures may be believed.</summary>
internal static class ComparisonChecks
{
    private const int FewestRounds = 7;
    private const double DriftLimit = 0.10;
    private const double JitLimit = 0.05;
    private const double StillFalling = 0.75;

    /// <param name="plan">What was to be done.</param>
    /// <param name="trials">Of complete rounds.</param>
    /// <param name="cores">Of this machine.</param>
    public static IReadOnlyList<Check> Evaluate(ExperimentPlan plan, IReadOnlyList<Trial> trials, int cores) =>
    [
        CheckSent(plan, trials),
        RunChecks.CheckErrors(RequestCounters.Sum(trials.Select(trial => trial.Measurement.Counters))),
        RunChecks.CheckServerCount([.. trials.Select(trial => trial.Usage)], plan.Baseline.Processes[0]),
        .. RunChecks.CheckReconciliation([.. trials.Select(trial => (trial.Measurement, trial.Usage))], plan.Baseline.Processes),
        RunChecks.CheckToolCpu(GetMaxToolCores(trials), cores, trials.Sum(trial => trial.Measurement.ElapsedSeconds)),
        CheckWarmup(plan, trials),
        CheckDrift(plan, trials),
        CheckRounds(trials),
        .. plan.Profile is OpenLoopProfile
            ? OpenLoopChecks.Evaluate(GroupByVariant(plan, trials), plan.Limits)
            : [RunChecks.ClosedLoopNote],
    ];

    private static (string Name, OpenLoopCounters Arrivals)[] GroupByVariant(ExperimentPlan plan, IReadOnlyList<Trial> trials) =>
    [
        .. plan.MeasuredVariants.Select((variant, turn) => (
            variant.Name,
            Measurement.Combine([.. trials.Where(trial => trial.VariantIndex == turn).Select(trial => trial.Measurement)]).OpenLoop
                ?? new OpenLoopCounters(0))),
    ];

    private static Check CheckSent(ExperimentPlan plan, IReadOnlyList<Trial> trials)
    {
        var sent = trials.Count(trial => trial.Measurement.Counters.Successes > 0);
        var empty = trials.FirstOrDefault(trial => trial.Measurement.Counters.Successes == 0);
        return new Check(
            "sent",
            "Slices sent as planned",
            $"{sent} of {plan.TrialCount}" + (empty is null ? "" : $"; {DescribeFailure(plan.MeasuredVariants[empty.VariantIndex], empty)}"),
            "all",
            empty is not null ? CheckState.Fail : Check.NoteUnless(sent == plan.TrialCount));
    }

    private static string DescribeFailure(Variant variant, Trial trial) =>
        $"{variant.Name}, round {trial.Round}: no success, but {trial.Measurement.Counters.FormatFailures()}";

    // The variant that takes most of the tool is the one it could hold back.
    private static double GetMaxToolCores(IReadOnlyList<Trial> trials) => trials
        .GroupBy(trial => trial.VariantIndex)
        .Select(group => group.Average(trial => trial.ToolCores))
        .DefaultIfEmpty(0)
        .Max();

    // A strategy may compile at every call, and that is measured. What falls from the first rounds to the last was warm-up.
    private static Check CheckWarmup(ExperimentPlan plan, IReadOnlyList<Trial> trials)
    {
        var half = trials.Select(trial => trial.Round).DefaultIfEmpty(0).Max() / 2;
        var falling = trials.GroupBy(trial => trial.VariantIndex)
            .Select(group => (
                plan.MeasuredVariants[group.Key].Name,
                Early: JitActivity.Measure(group.Where(trial => trial.Round <= half)),
                Late: JitActivity.Measure(group.Where(trial => trial.Round > half))))
            .Where(variant => variant.Early.CpuShare > JitLimit && variant.Late.MethodsPerReply < StillFalling * variant.Early.MethodsPerReply)
            .Select(variant => $"{variant.Name} {variant.Early.MethodsPerReply * 1000:0.#}, then {variant.Late.MethodsPerReply * 1000:0.#}")
            .ToArray();
        return new Check(
            "warm",
            "Methods that the target compiled for 1,000 requests",
            falling.Length is 0 ? "steady, or too few to matter" : string.Join("; ", falling),
            "steady, or < 5 % of its CPU",
            Check.NoteUnless(falling.Length is 0),
            falling.Length is 0 ? null : "warm it longer: --warmup 15s");
    }

    private static Check CheckDrift(ExperimentPlan plan, IReadOnlyList<Trial> trials)
    {
        var rates = trials
            .Where(trial => plan.MeasuredVariants[trial.VariantIndex] == plan.Baseline)
            .Select(trial => trial.Goodput)
            .ToArray();
        var drift = rates.Length > 0 && rates.Max() > 0 ? (rates.Max() - rates.Min()) / Median.Calculate(rates) : 0;
        return new Check(
            "drift",
            "Drift of the baseline between rounds",
            $"{drift * 100:0.0} %",
            "< 10 %",
            Check.NoteUnless(drift < DriftLimit),
            drift < DriftLimit ? null : "shuffled rounds cancel it, the intervals show it");
    }

    private static Check CheckRounds(IReadOnlyList<Trial> trials)
    {
        var rounds = trials.Select(trial => trial.Round).DefaultIfEmpty(0).Max();
        return new Check(
            "rounds",
            rounds < FewestRounds ? "Fewer than 7 rounds" : "Rounds",
            $"{rounds}",
            $"{FewestRounds} or more",
            Check.NoteUnless(rounds >= FewestRounds),
            rounds < FewestRounds ? "so few give wide intervals: --rounds 7" : null);
    }
}
