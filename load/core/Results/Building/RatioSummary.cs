namespace TwoTier.Load.Results.Building;

/// <summary>Converts the judgement on a comparison to the form in which the result file stores it.</summary>
internal sealed class RatioSummary(ExperimentPlan plan, CompleteRounds rounds, double? familyLevel = null)
{
    /// <summary>The judgement on throughput and CPU time; null before the end of the first round.</summary>
    public ComparisonJudgement? Judgement { get; } = rounds.Count == 0
        ? null
        : new ComparisonJudge(plan.Rule).JudgeComparison(ComparisonMetrics.Collect(plan, rounds.Trials), familyLevel);

    private readonly Dictionary<string, ComparisonJudgement> _percentiles = [];

    /// <summary>Whether every verdict is withheld, because the comparison is invalid or was stopped.</summary>
    public bool IsWithheld { get; set; }

    /// <summary>Gets the interval of the ratio of the baseline to itself.</summary>
    /// <returns>The interval; null if there are fewer than two rounds, or if the metric was not measured.</returns>
    public ConfidenceInterval? GetNoise(string metric) =>
        RatioConversion.Round(Judgement?.Controls.FirstOrDefault(control => control.Metric == metric)?.Interval);

    /// <summary>Summarizes the ratio of a variant to the baseline for a metric with verdicts.</summary>
    /// <returns>The ratio, or null if there is no round in which both variants were measured.</returns>
    public RatioResult? Summarize(string variant, string metric, Func<RatioVerdict, string> getLabel) =>
        RatioConversion.Convert(Judgement, variant, metric) is not var (judgement, ratio) ? null : ratio with
        {
            Verdict = IsWithheld ? VerdictLabels.Withheld : getLabel(judgement.Verdict ?? RatioVerdict.CannotTell),
            RoundsToTell = judgement.Verdict == RatioVerdict.CannotTell
                ? judgement.Forecast?.GetRoundsToVerdict(plan.Rule.LogMargin)
                : null,
        };

    /// <summary>Summarizes the ratio of a variant's allocated bytes per request to that of the baseline.</summary>
    public RatioResult? SummarizeAllocation(string variant) =>
        RatioConversion.Convert(Judgement, variant, ComparisonMetrics.Allocation)?.Ratio;

    /// <summary>Summarizes the ratio of a percentile of a variant's latency to that of the baseline.</summary>
    public RatioResult? SummarizePercentile(string variant, string metric, double quantile)
    {
        if (Judgement is null)
            return null;
        if (!_percentiles.TryGetValue(metric, out var judgement))
        {
            var measured = ComparisonMetrics.CollectPercentiles(plan, rounds.Latencies, metric, quantile);
            judgement = new ComparisonJudge(plan.Rule).JudgeComparison(measured, Judgement.IntervalLevel);
            _percentiles.Add(metric, judgement);
        }

        return RatioConversion.Convert(judgement, variant, metric)?.Ratio;
    }

    /// <summary>
    /// Finds the groups of variants that cannot be told apart from one another in a metric with verdicts.
    /// </summary>
    /// <returns>The names of the variants in each group; null if the metric was not measured.</returns>
    public IReadOnlyList<string[]>? FindTies(string metric)
    {
        if (Judgement is null || IsWithheld)
            return null;
        var measured = ComparisonMetrics.Collect(plan, rounds.Trials);
        return measured.Metrics.FirstOrDefault(one => one.Name == metric) is not { } values
            ? null
            : [
                .. TieGroups.Find(measured, values, familyLevel ?? plan.Rule.FamilyLevel).Select(group =>
                    group.Select(variant => plan.MeasuredVariants[variant].Name).ToArray()),
            ];
    }
}
