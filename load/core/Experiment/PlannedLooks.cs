namespace TwoTier.Load.Experiment;

/// <summary>
/// The looks at a comparison that may end early. They are planned before anything is measured, and share one
/// family-wise level, so that looking does not make wrong verdicts more frequent.
/// </summary>
internal sealed class PlannedLooks(StoppingRule rule, int rounds)
{
    /// <summary>The number of looks.</summary>
    public int Count => rule.Looks;

    /// <summary>Creates the looks at a comparison with another number of rounds.</summary>
    public PlannedLooks WithRounds(int newRounds) => new(rule, newRounds);

    /// <summary>
    /// Gets the number of the look after a round, from 1; null if no look is planned after that round.
    /// </summary>
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
    public double? GetFamilyLevel(int round) => GetLook(round) is { } look ? rule.GetLevel(look) : null;

    /// <summary>Determines whether a comparison may end after its last complete round.</summary>
    public bool CanStop(ExperimentPlan plan, CompleteRounds measured) =>
        GetFamilyLevel(measured.Count) is { } level
        && rule.CanStop(new ComparisonJudge(plan.Rule)
            .JudgeComparison(ComparisonMetrics.Collect(plan, measured.Trials), level).Ratios);
}
