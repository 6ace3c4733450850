using Load.Statistics.Verdicts;

namespace Load.Experiment;

/// <summary>
/// The looks at a comparison that may end early. They are planned before anything is measured, and share one
/// family-wise level, so that looking does not make wrong verdicts more frequent.
/// </summary>
/// <param name="rule">The rule that spends the level over the looks.</param>
/// <param name="rounds">The number of rounds of the whole comparison.</param>
internal sealed class PlannedLooks(StoppingRule rule, int rounds)
{
    /// <summary>The number of looks.</summary>
    public int Count => rule.Looks;

    /// <summary>Creates the looks at a comparison with another number of rounds.</summary>
    public PlannedLooks WithRounds(int newRounds) => new(rule, newRounds);

    /// <summary>
    /// Gets the number of the look after a round, from 1; null if no look is planned after that round.
    /// </summary>
    /// <param name="round">The number of the round, from 1.</param>
    public int? GetLook(int round)
    {
        for (var look = 1; look <= rule.Looks; look++)
        {
            if ((look * rounds + rule.Looks - 1) / rule.Looks == round)
                return look;
        }

        return null;
    }

    /// <summary>Gets the family-wise level of the look after a round; null if no look is planned after it.</summary>
    /// <param name="round">The number of the round, from 1.</param>
    public double? GetFamilyLevel(int round) => GetLook(round) is { } look ? rule.GetLevel(look) : null;

    /// <summary>Determines whether a comparison may end after its last complete round.</summary>
    /// <param name="plan">The plan of the comparison.</param>
    /// <param name="measured">The complete rounds.</param>
    public bool CanStop(ExperimentPlan plan, CompleteRounds measured) =>
        GetFamilyLevel(measured.Count) is { } level
        && rule.CanStop(new ComparisonJudge(plan.Rule)
            .JudgeComparison(ComparisonMetrics.Collect(plan, measured.Trials), level).Ratios);
}
