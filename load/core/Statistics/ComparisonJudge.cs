namespace TwoTier.Load.Statistics;

/// <summary>
/// Judges a comparison, with one significance level for all variants and metrics, intervals that allow for dependent
/// rounds, and no verdict where the rounds are not exchangeable, which means that their order matters.
/// </summary>
internal sealed class ComparisonJudge(VerdictRule rule)
{
    // The checks of a comparison raise a false alarm in at most one of 100 comparisons.
    private const double CheckLevel = 0.01;

    // The highest correlation between rounds for which batches of rounds make up.
    private const double MaxCorrelation = 0.8;

    public ComparisonJudgement JudgeComparison(MeasuredComparison comparison, double? familyLevel = null)
    {
        MetricRatios[] metrics = [.. comparison.Metrics.Select(metric => new MetricRatios(comparison, metric))];
        MetricRatios[] withVerdicts = [.. metrics.Where(metric => metric.Values.HasVerdicts)];
        var level = familyLevel ?? rule.FamilyLevel;
        var intervalLevel = level / Math.Max(1, withVerdicts.Length * comparison.ComparedVariants.Count);
        var failures = FindFailures(comparison, metrics);
        RatioJudgement[] ratios =
        [
            .. metrics.SelectMany(metric => metric.Ratios.Select(ratio => Withhold(
                JudgeRatio(metric, ratio, intervalLevel), failures, comparison.Variants[comparison.Baseline]))),
        ];

        // The ratio of the baseline to itself supports no claim about a variant, so its level does not depend on the
        // number of variants.
        var controls =
            from metric in withVerdicts
            let control = metric.Control
            where control is not null
            select ControlJudgement.Create(
                JudgeRatio(metric, control, level / withVerdicts.Length),
                ratios.Where(ratio => ratio.Series.Metric == metric.Values.Name),
                intervalLevel);
        return new ComparisonJudgement(intervalLevel, ratios, [.. controls], failures);
    }

    private RatioJudgement JudgeRatio(MetricRatios metric, RatioSeries series, double level)
    {
        var estimate = series.Estimate(metric.Estimator);
        var isByRounds = series.ProcessStartByRound is null && series.LogRatios.Length > 1;
        return new RatioJudgement(
            series,
            estimate,
            estimate.GetInterval(level),
            metric.Values.HasVerdicts ? rule.Decide(estimate, level) : null)
        {
            Batches = isByRounds ? metric.Estimator.GetBatches(series.LogRatios) : null,
            Forecast = isByRounds ? new PrecisionForecast(metric.Estimator, series.LogRatios, level) : null,
            ProcessStartVariance = series.GetProcessStartVariance(),
        };
    }

    // A ratio has the problems of its variant, and those of the baseline, which is a part of every ratio.
    private static RatioJudgement Withhold(
        RatioJudgement ratio, ExchangeabilityFailure[] failures, string baseline)
    {
        ExchangeabilityFailure[] own =
        [
            .. failures.Where(failure => failure.Metric == ratio.Series.Metric
                && (failure.Variant == ratio.Series.Variant
                    || (failure.Variant == baseline && failure.Problem == ExchangeabilityProblem.CarryOver))),
        ];
        return ratio with
        {
            Failures = own,
            Verdict = own.Length > 0 && ratio.Verdict is not null ? RatioVerdict.Withheld : ratio.Verdict,
        };
    }

    private ExchangeabilityFailure[] FindFailures(MeasuredComparison comparison, MetricRatios[] metrics)
    {
        var checks = metrics.Length * (comparison.ComparedVariants.Count + comparison.Variants.Count);
        return
        [
            .. metrics.SelectMany(metric => FindTrends(metric)
                .Concat(FindDependence(metric))
                .DistinctBy(failure => failure.Variant)
                .Concat(FindCarryOvers(metric))),
        ];

        IEnumerable<ExchangeabilityFailure> FindTrends(MetricRatios metric) =>
            TrendTest.Fit(metric.Ratios).Zip(metric.Ratios)
                .Where(pair => pair.First?.IsTrend(CheckLevel / checks, rule.Margin) == true)
                .Select(pair => new ExchangeabilityFailure(
                    ExchangeabilityProblem.Trend, pair.Second.Variant, pair.Second.Metric, pair.First!.ChangeFactor));

        // A trend makes rounds resemble their neighbours too, and is then the only problem to be reported.
        IEnumerable<ExchangeabilityFailure> FindDependence(MetricRatios metric) =>
            from ratio in metric.Ratios
            where ratio.ProcessStartByRound is null
                && ratio.LogRatios.Length >= SerialCorrelation.MinRoundsForHighCorrelation
            let correlation = metric.Estimator.GetCorrelation(ratio.LogRatios).Estimate
            where correlation > MaxCorrelation
            select new ExchangeabilityFailure(
                ExchangeabilityProblem.Dependence, ratio.Variant, ratio.Metric, correlation.Value);

        IEnumerable<ExchangeabilityFailure> FindCarryOvers(MetricRatios metric) => comparison.Order is not { } order
            ? []
            : CarryOverTest.Estimate(metric.Values.ValuesByVariant, order)
                .Where(effect => effect.IsCarryOver(CheckLevel / checks, rule.Margin))
                .Select(effect => new ExchangeabilityFailure(
                    ExchangeabilityProblem.CarryOver,
                    comparison.Variants[effect.Variant],
                    metric.Values.Name,
                    effect.Effect));
    }

    /// <summary>The ratios of all measured variants to the baseline, for one metric.</summary>
    private sealed class MetricRatios
    {
        public MetricRatios(MeasuredComparison comparison, MetricValues values)
        {
            Values = values;
            Ratios =
            [
                .. comparison.ComparedVariants
                    .Select(variant => comparison.CreateSeries(values, variant))
                    .Where(series => series.LogRatios.Length > 0),
            ];
            Control = comparison.Replicate is { } replicate
                && comparison.CreateSeries(values, replicate, comparison.Baseline) is { LogRatios.Length: > 0 } control
                ? control
                : null;
            Estimator = new RoundEstimator(
                [.. Ratios.Append(Control).OfType<RatioSeries>().Select(series => series.LogRatios)]);
        }

        public MetricValues Values { get; }

        public IReadOnlyList<RatioSeries> Ratios { get; }

        /// <summary>The ratio of the baseline to itself; null if it was not measured.</summary>
        public RatioSeries? Control { get; }

        public RoundEstimator Estimator { get; }
    }
}
