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
    /// <param name="slices">Of complete rounds.</param>
    /// <param name="cores">Of this machine.</param>
    public static IReadOnlyList<Check> Evaluate(ExperimentPlan plan, IReadOnlyList<Trial> slices, int cores) =>
    [
        Sent(plan, slices),
        RunChecks.Errors(RequestCounters.Sum(slices.Select(slice => slice.Recorded.Tally))),
        RunChecks.CheckServerCount([.. slices.Select(slice => slice.Usage)], plan.Baseline.Processes[0]),
        .. RunChecks.Reconciled([.. slices.Select(slice => (slice.Recorded, slice.Usage))], plan.Baseline.Processes),
        RunChecks.OwnCpu(MostOwnCores(slices), cores, slices.Sum(slice => slice.Recorded.Seconds)),
        Warm(plan, slices),
        Drift(plan, slices),
        Rounds(slices),
        .. plan.Workload is OpenLoopProfile
            ? OpenLoopChecks.Evaluate(ByTurn(plan, slices), plan.Limits)
            : [RunChecks.ClosedLoop],
    ];

    private static (string Name, OpenLoopCounters Arrivals)[] ByTurn(ExperimentPlan plan, IReadOnlyList<Trial> slices) =>
    [
        .. plan.Turns.Select((variant, turn) => (
            variant.Name,
            Measurement.Whole([.. slices.Where(slice => slice.Variant == turn).Select(slice => slice.Recorded)]).Arrivals
                ?? new OpenLoopCounters(0))),
    ];

    private static Check Sent(ExperimentPlan plan, IReadOnlyList<Trial> slices)
    {
        var sent = slices.Count(slice => slice.Recorded.Tally.Successes > 0);
        var empty = slices.FirstOrDefault(slice => slice.Recorded.Tally.Successes == 0);
        return new Check(
            "sent",
            "Slices sent as planned",
            $"{sent} of {plan.TrialCount}" + (empty is null ? "" : $"; {Failure(plan.Turns[empty.Variant], empty)}"),
            "all",
            empty is not null ? CheckState.Fail : Check.NoteUnless(sent == plan.TrialCount));
    }

    private static string Failure(Variant variant, Trial slice) =>
        $"{variant.Name}, round {slice.Round}: no success, but {slice.Recorded.Tally.FailuresText()}";

    // The variant that takes most of the tool is the one it could hold back.
    private static double MostOwnCores(IReadOnlyList<Trial> slices) => slices
        .GroupBy(slice => slice.Variant)
        .Select(group => group.Average(slice => slice.OwnCores))
        .DefaultIfEmpty(0)
        .Max();

    // A strategy may compile at every call, and that is measured. What falls from the first rounds to the last was warm-up.
    private static Check Warm(ExperimentPlan plan, IReadOnlyList<Trial> slices)
    {
        var half = slices.Select(slice => slice.Round).DefaultIfEmpty(0).Max() / 2;
        var falling = slices.GroupBy(slice => slice.Variant)
            .Select(group => (
                plan.Turns[group.Key].Name,
                Early: JitActivity.In(group.Where(slice => slice.Round <= half)),
                Late: JitActivity.In(group.Where(slice => slice.Round > half))))
            .Where(variant => variant.Early.Share > JitLimit && variant.Late.Methods < StillFalling * variant.Early.Methods)
            .Select(variant => $"{variant.Name} {variant.Early.Methods * 1000:0.#}, then {variant.Late.Methods * 1000:0.#}")
            .ToArray();
        return new Check(
            "warm",
            "Methods that the target compiled for 1,000 requests",
            falling.Length is 0 ? "steady, or too few to matter" : string.Join("; ", falling),
            "steady, or < 5 % of its CPU",
            Check.NoteUnless(falling.Length is 0),
            falling.Length is 0 ? null : "warm it longer: --warmup 15s");
    }

    private static Check Drift(ExperimentPlan plan, IReadOnlyList<Trial> slices)
    {
        var rates = slices
            .Where(slice => plan.Turns[slice.Variant] == plan.Baseline)
            .Select(slice => slice.Throughput)
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

    private static Check Rounds(IReadOnlyList<Trial> slices)
    {
        var rounds = slices.Select(slice => slice.Round).DefaultIfEmpty(0).Max();
        return new Check(
            "rounds",
            rounds < FewestRounds ? "Fewer than 7 rounds" : "Rounds",
            $"{rounds}",
            $"{FewestRounds} or more",
            Check.NoteUnless(rounds >= FewestRounds),
            rounds < FewestRounds ? "so few give wide intervals: --rounds 7" : null);
    }
}
