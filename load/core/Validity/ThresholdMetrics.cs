namespace TwoTier.Load.Validity;

/// <summary>A metric that a threshold can limit.</summary>
internal abstract record ThresholdMetric
{
    /// <summary>Finds a metric by its name; null if no metric has the name.</summary>
    public static ThresholdMetric? Find(string name)
    {
        var words = name.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words switch
        {
            ["errors"] => new CountMetric(run => run.Counters.Errors, run => run.Counters.Requests),
            ["dropped"] => new CountMetric(run => run.OpenLoop?.DroppedRequests ?? 0, run => run.OpenLoop?.ArrivedRequests ?? 1),
            ["queued"] => new CountMetric(run => run.OpenLoop?.QueuedRequests ?? 0, run => run.OpenLoop?.ArrivedRequests ?? 1),
            ["throughput"] => new GoodputMetric(),
            ["service", var which] => FindLatency(which, run => run.ServiceTime),
            ["lateness", var which] => FindLatency(which, run => run.OpenLoop?.ScheduleDelay),
            ["connect", var which] => FindLatency(which, run => run.Timings.Connect),
            ["tls", var which] => FindLatency(which, run => run.Timings.Tls),
            ["ttfb", var which] => FindLatency(which, run => run.Timings.FirstByte),
            ["body", var which] => FindLatency(which, run => run.Timings.Body),
            ["failed", var which] => FindLatency(which, run => run.Counters.FailureLatency),
            [var which] => FindLatency(which, run => run.Counters.Latency),
            _ => null,
        };
    }

    private static LatencyMetric? FindLatency(string which, Func<MeasuredFigures, LatencyHistogram?> getHistogram) =>
        which switch
        {
            "min" => new LatencyMetric(getHistogram, histogram => histogram.Min),
            "mean" => new LatencyMetric(getHistogram, histogram => histogram.Mean),
            "max" => new LatencyMetric(getHistogram, histogram => histogram.Max, 1),
            ['p', .. var rest] when Number.TryParse(rest, out var percent) && percent <= 100 => new LatencyMetric(
                getHistogram, histogram => histogram.GetValueAtQuantile(percent / 100), percent / 100),
            _ => null,
        };
}

/// <summary>A figure of a latency distribution, in milliseconds.</summary>
internal sealed record LatencyMetric(
    Func<MeasuredFigures, LatencyHistogram?> GetHistogram,
    Func<LatencyHistogram, double> GetNanoseconds,
    double? Quantile = null) : ThresholdMetric
{
    public double? GetMilliseconds(MeasuredFigures figures) =>
        GetHistogram(figures) is { Count: > 0 } histogram ? GetNanoseconds(histogram) / 1e6 : null;

    /// <summary>Gets the number of requests above a percentile, if it is too small to support the percentile.</summary>
    /// <returns>
    /// The number of requests; null if it is large enough, if the figure is no percentile or if it was not measured.
    /// </returns>
    public long? GetFewAbove(MeasuredFigures figures) =>
        Quantile is { } quantile && quantile < 1 && GetHistogram(figures) is { Count: > 0 } histogram
            && histogram.GetCountAbove(quantile) is < LatencyHistogram.MinDurationsAboveQuantile and var above
            ? above
            : null;

    /// <summary>
    /// Gets the lowest value that the figure can still have at the end of the measurement. If all further requests are
    /// faster, the slowest requests so far remain the slowest of all.
    /// </summary>
    /// <returns>The value in milliseconds; null if the figure can still have any value.</returns>
    public double? GetLowestPossible(MeasuredFigures figures, long planned)
    {
        if (Quantile is not { } quantile || GetHistogram(figures) is not { Count: > 0 and var count } histogram)
            return null;
        var share = 1 - (1 - quantile) * Math.Max(planned, count) / count;
        return share > 0 ? histogram.GetValueAtQuantile(share) / 1e6 : null;
    }
}

/// <summary>A number of requests, which can also be limited as a share.</summary>
internal sealed record CountMetric(
    Func<MeasuredFigures, double> GetLimitedRequests, Func<MeasuredFigures, double> GetAllRequests)
    : ThresholdMetric
{
    public double? GetCount(MeasuredFigures figures) => GetLimitedRequests(figures);

    public double? GetShare(MeasuredFigures figures) =>
        GetAllRequests(figures) > 0 ? GetLimitedRequests(figures) / GetAllRequests(figures) : null;
}

/// <summary>The successful responses per second.</summary>
internal sealed record GoodputMetric : ThresholdMetric;
