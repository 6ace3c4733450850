namespace TwoTier.Load.Statistics;

/// <summary>
/// Estimates ratios from rounds that may depend on one another. A single series is often too short to show the
/// correlation between rounds, and with few rounds also the scatter, so all series of a metric are used for them.
/// </summary>
internal sealed class RoundEstimator
{
    // With few rounds, a series may by chance lie in one mode of a bimodal distribution and hardly scatter. Its
    // standard error is therefore set to at least the median of the errors of all series, or, with very few rounds, to
    // at least their upper quartile.
    private const double TypicalQuantile = 0.5;
    private const double CautiousQuantile = 0.75;

    // If the rounds are independent, the correlation of only one of 160 series exceeds the common correlation by more
    // than 2.5 standard errors.
    private const double MaxErrorsAboveCommon = 2.5;
    private readonly SerialCorrelation _commonCorrelation;
    private readonly int _seriesCount;
    private readonly double _minStandardError;

    public RoundEstimator(IReadOnlyCollection<double[]> series)
    {
        _commonCorrelation = SerialCorrelation.Measure(series);
        _seriesCount = Math.Max(1, series.Count);
        var errors = series.Where(logs => logs.Length > 1).Select(logs => Calculate(logs).Error).Order().ToArray();
        var isCautious = series.Any(logs => logs.Length < SerialCorrelation.MinRounds);
        _minStandardError = errors.Length > 0
            ? errors[(int)(errors.Length * (isCautious ? CautiousQuantile : TypicalQuantile))]
            : 0;
    }

    /// <summary>
    /// Estimates the ratio of two geometric means that come from separate comparisons, the current to the earlier one,
    /// by Welch's t test on the logarithms: the rounds of separate comparisons are not pairs, and may scatter
    /// differently. The interval does not cover the difference between two starts of the same process.
    /// </summary>
    public static LogRatioEstimate EstimateRatio(
        IReadOnlyCollection<double[]> earlier, IReadOnlyCollection<double[]> current)
    {
        var (before, after) = (EstimateMean(earlier), EstimateMean(current));
        return LogRatioEstimate.FromIndependentErrors(
            after.MeanLog - before.MeanLog,
            Math.Min(before.Units, after.Units),
            (before.StandardError, before.Freedom),
            (after.StandardError, after.Freedom));
    }

    /// <summary>
    /// Estimates the geometric mean of all values of one or several results. How values depend on one another is
    /// measured within each result, so that a change from one result to the next does not count as dependence.
    /// </summary>
    public static LogRatioEstimate EstimateMean(params IReadOnlyCollection<double[]> results)
    {
        double[][] series = [.. results.Select(values => values.Select(value => Math.Log(value)).ToArray())];
        var estimator = new RoundEstimator(series);
        LogRatioEstimate[] parts = [.. series.Select(estimator.Estimate)];
        double[] weights = [.. series.Select(logs => (double)logs.Length / series.Sum(one => one.Length))];
        return LogRatioEstimate.FromIndependentErrors(
            parts.Zip(weights, (part, weight) => weight * part.MeanLog).Sum(),
            parts.Sum(part => part.Units),
            [.. parts.Zip(weights, (part, weight) => (weight * part.StandardError, part.Freedom))]);
    }

    public LogRatioEstimate Estimate(double[] logs)
    {
        if (logs.Length < 2)
            return LogRatioEstimate.FromIndependentValues(logs);
        var (error, units) = Calculate(logs);
        var least = logs.Length < SerialCorrelation.MinRoundsForHighCorrelation ? _minStandardError : 0;
        return new LogRatioEstimate(logs.Average(), Math.Max(error, least), units - 1, units);
    }

    /// <summary>Gets the batches of a series: its rounds themselves unless they depend on one another.</summary>
    public BatchMeans GetBatches(double[] logs) => new(GetCorrelation(logs).Bound, logs.Length);

    public SerialCorrelation GetCorrelation(double[] logs)
    {
        var own = SerialCorrelation.Measure([logs]);
        var isClearlyMore = own.Estimate - _commonCorrelation.Estimate
            > MaxErrorsAboveCommon * SerialCorrelation.GetStandardError(logs.Length, 1);
        return isClearlyMore ? own : _commonCorrelation;
    }

    /// <summary>Gets the correlation that intervals would assume if there were another number of rounds.</summary>
    public double GetAssumedCorrelation(double[] logs, int rounds) => SerialCorrelation.CalculateAssumedCorrelation(
        Math.Max(0, GetCorrelation(logs).Estimate ?? 0), rounds, _seriesCount);

    private (double Error, int Units) Calculate(double[] logs)
    {
        var batches = GetBatches(logs);
        var means = batches.GetMeans(logs);
        return (StandardDeviation.Calculate(means) * batches.Inflation / Math.Sqrt(means.Length), means.Length);
    }
}
