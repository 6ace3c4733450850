using MathNet.Numerics.Statistics;

namespace TwoTier.Load.Experiment;

/// <summary>
/// Checks that all variants did the same work: that their answers had the same mean size and the same statuses as those
/// of the baseline, in all of the measured turns. What differs by chance, because answers are random, is no difference.
/// </summary>
internal static class AnswerChecks
{
    // The largest difference of the mean size, as a part of it, and of the share of a status.
    private const double MaxDifference = 0.01;

    // Differences below this many standard errors may be chance.
    private const double MaxErrors = 4;

    public static ValidityCheck Evaluate(ExperimentPlan plan, CompleteRounds rounds)
    {
        var limit = $"within {MaxDifference * 100:0} %";
        var baseline = plan.Variants.ToList().FindIndex(variant => variant.Name == plan.BaselineName);
        var different = plan.Variants.Index()
            .Select(variant => FindDifference(plan, rounds, baseline, variant.Index))
            .FirstOrDefault(difference => difference is not null);
        var cure = plan.HasEqualAnswers
            ? "the services may do different work: compare their answers, or add --different if that is intended"
            : "check whether both do the same work";
        return ValidityCheck.Require(
            different is null, "answers", "Answers", different ?? "alike in size and status", limit, cure,
            isNote: !plan.HasEqualAnswers);
    }

    private static string? FindDifference(ExperimentPlan plan, CompleteRounds rounds, int baseline, int other)
    {
        var (one, two) = (GetSize(rounds, baseline), GetSize(rounds, other));
        var (name, baselineName) = (plan.Variants[other].Name, plan.BaselineName);
        if (Math.Abs(two.Mean - one.Mean) > MaxDifference * one.Mean + MaxErrors * (one.Error + two.Error))
            return $"{name} {two.Mean:#,0.#} bytes on average, {baselineName} {one.Mean:#,0.#}";
        var (counts, otherCounts) = (rounds.GetTotal(baseline).Counters, rounds.GetTotal(other).Counters);
        var different =
            from status in counts.GetStatuses().Concat(otherCounts.GetStatuses()).Select(count => count.Status).Order()
            let share = GetShare(counts, status)
            let otherShare = GetShare(otherCounts, status)
            let error = Math.Sqrt(otherShare * (1 - otherShare) / otherCounts.Responses)
                + Math.Sqrt(share * (1 - share) / counts.Responses)
            where Math.Abs(share - otherShare) > MaxDifference + MaxErrors * error
            select $"{name} status {status} in {otherShare * 100:0.#} %, {baselineName} in {share * 100:0.#} %";
        return different.FirstOrDefault();
    }

    private static double GetShare(RequestCounters counters, int status) =>
        counters.GetStatuses().FirstOrDefault(count => count.Status == status).Count
        / Math.Max(1.0, counters.Responses);

    // The mean size of a body, and its standard error by the scatter of the turns.
    private static (double Mean, double Error) GetSize(CompleteRounds rounds, int variant)
    {
        Turn[] own = [.. rounds.Turns.Where(turn => turn.Variant == variant && turn.Replies > 0)];
        if (own is [])
            return (0, double.PositiveInfinity);
        double[] sizes = [.. own.Select(turn => turn.Bytes / (double)turn.Replies)];
        return (
            own.Sum(turn => turn.Bytes) / (double)own.Sum(turn => turn.Replies),
            own.Length < 2 ? double.PositiveInfinity : sizes.StandardDeviation() / Math.Sqrt(own.Length));
    }
}
