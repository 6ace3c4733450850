namespace TwoTier.Load.Statistics.Verdicts;

/// <summary>
/// Judges a comparison, with one significance level for all variants and metrics, intervals that allow for dependent
/// rounds, and no verdict where the rounds are not exchangeable.
/// </summary>
internal sealed class ComparisonJudge(VerdictRule rule)
{
    // The checks of a comparison raise a false alarm in at most one of 100 comparisons.
    private const double CheckLevel = 0.01;

    // The highest correlation between rounds for which batches of rounds make up.
    private const double MaxCorrelation = 0.8;

    /// <summary>Judges the values that a comparison has measured so far.</summary>
    public ComparisonJudgement JudgeComparison(MeasuredComparison comparison, double? familyLevel = null)
    {
        var level = familyLevel ?? rule.FamilyLevel;
        var metrics = comparison.Metrics.Select(metric => new MetricRatios(comparison, metric)).ToArray();
        var tested = Math.Max(
            1, metrics.Where(metric => metric.Values.HasVerdicts).Sum(metric => metric.ComparedVariants));
        var exchangeability = CheckExchangeability(comparison, metrics);
        var ratios = metrics
            .SelectMany(metric => metric.Ratios.Select(ratio => JudgeRatio(metric, ratio, level / tested) with
            {
                Failures = exchangeability.GetFailures(
                    ratio.Variant, comparison.Variants[comparison.Baseline], ratio.Metric),
            }))
            .Select(ratio => ratio is { Failures.Count: > 0, Verdict: not null }
                ? ratio with { Verdict = RatioVerdict.Withheld }
                : ratio)
            .ToArray();
        var headline = metrics.Where(metric => metric.Values.HasVerdicts).ToArray();
        return new ComparisonJudgement(
            level,
            level / tested,
            ratios,
            [.. headline.Where(metric => metric.Control is not null)
                .Select(metric => JudgeControl(metric, ratios, level, level / tested, headline.Length))],
            exchangeability);
    }

    /// <summary>
    /// Finds the variants other than the baseline that cannot be told apart from one another, in the intervals of all
    /// pairs at the family-wise level.
    /// </summary>
    public IReadOnlyDictionary<string, IReadOnlyList<int[]>> FindTies(
        MeasuredComparison comparison, double? familyLevel = null)
    {
        var headline = comparison.Metrics.Where(metric => metric.HasVerdicts).ToArray();
        return headline.ToDictionary(metric => metric.Name, metric => TieGroups.Find(
            comparison, metric, comparison.ComparedVariants, (familyLevel ?? rule.FamilyLevel) / headline.Length));
    }

    private RatioJudgement JudgeRatio(MetricRatios metric, RatioSeries series, double level)
    {
        var estimate = SeriesEstimate.Calculate(series, metric.Estimator);
        var isByRounds = series.ProcessStartByRound is null && series.LogRatios.Length > 1;
        return new RatioJudgement(
            series,
            estimate,
            estimate.GetInterval(level),
            metric.Values.HasVerdicts ? rule.Decide(estimate, level) : null)
        {
            Correlation = metric.Estimator.GetCorrelation(series.LogRatios),
            Batches = isByRounds ? metric.Estimator.GetBatches(series.LogRatios) : null,
            Forecast = isByRounds ? new PrecisionForecast(metric.Estimator, series.LogRatios, level) : null,
            ProcessStartVariance = SeriesEstimate.GetProcessStartVariance(series),
        };
    }

    // The ratio of the baseline to itself supports no claim about a variant, so its level does not depend on the number
    // of variants.
    private ControlJudgement JudgeControl(
        MetricRatios metric, RatioJudgement[] ratios, double level, double intervalLevel, int controls)
    {
        var control = JudgeRatio(metric, metric.Control!, level / controls);
        return ControlJudgement.Create(
            control,
            ratios.Where(ratio => ratio.Series.Metric == metric.Values.Name),
            control.Estimate.GetInterval(intervalLevel));
    }

    private Exchangeability CheckExchangeability(MeasuredComparison comparison, MetricRatios[] metrics)
    {
        var checks = metrics.Length * (comparison.ComparedVariants.Count + comparison.Variants.Count);
        return new Exchangeability([.. metrics.SelectMany(metric =>
            FindTrends(metric).Concat(FindDependence(metric)).DistinctBy(failure => failure.Variant)
                .Concat(FindCarryOvers(metric)))]);

        IEnumerable<ExchangeabilityFailure> FindTrends(MetricRatios metric) =>
            TrendTest.Fit(metric.Ratios).Zip(metric.Ratios)
                .Where(pair => pair.First?.IsTrend(CheckLevel / checks, rule.Margin) == true)
                .Select(pair => new ExchangeabilityFailure(
                    ExchangeabilityProblem.Trend, pair.Second.Variant, pair.Second.Metric, pair.First!.ChangeFactor));

        IEnumerable<ExchangeabilityFailure> FindCarryOvers(MetricRatios metric) => comparison.Order is not { } order
            ? []
            : CarryOverTest.Estimate(metric.Values.ValuesByVariant, order)
                .Where(effect => effect.IsCarryOver(CheckLevel / checks, rule.Margin))
                .Select(effect => new ExchangeabilityFailure(
                    ExchangeabilityProblem.CarryOver,
                    comparison.Variants[effect.Variant],
                    metric.Values.Name,
                    effect.Effect));

        // A trend makes rounds resemble their neighbours too, and is then the only problem to be reported.
        IEnumerable<ExchangeabilityFailure> FindDependence(MetricRatios metric) => metric.Ratios
            .Where(ratio => ratio.ProcessStartByRound is null
                && ratio.LogRatios.Length >= SerialCorrelation.MinRoundsForHighCorrelation)
            .Select(ratio => (Ratio: ratio, metric.Estimator.GetCorrelation(ratio.LogRatios).Estimate))
            .Where(ratio => ratio.Estimate > MaxCorrelation)
            .Select(ratio => new ExchangeabilityFailure(
                ExchangeabilityProblem.Dependence, ratio.Ratio.Variant, ratio.Ratio.Metric, ratio.Estimate!.Value));
    }
}
