using MathNet.Numerics.Statistics;

namespace TwoTier.Load.Metrics;

/// <summary>
/// Ten equal parts of a run, whose scatter gives the 95 % intervals of the figures of the whole run. An interval is
/// null if too few requests support it.
/// </summary>
internal sealed class RunParts
{
    public const int Count = 10;

    private const double Level = 0.05;
    private const double NanosecondsPerMs = 1e6;

    private readonly Measurement _run;
    private readonly RequestCounters[] _parts;
    private readonly long[] _successes;

    private RunParts(Measurement run, IntervalSeries intervals)
    {
        _run = run;
        var parts = Enumerable.Range(0, intervals.Counters.Count).Chunk(intervals.Counters.Count / Count).ToArray();
        _parts = [.. parts.Select(part => RequestCounters.Sum(part.Select(i => intervals.Counters[i])))];
        _successes = [.. parts.Select(part => part.Sum(intervals.GetSuccesses))];
    }

    /// <summary>Divides a run that has ended; null if it has no equal intervals, or was stopped early.</summary>
    public static RunParts? Create(Measurement run) =>
        run.Intervals is { StepCount: 0 } intervals
        && intervals.Counters.Count % Count == 0
        && (intervals.IntervalLength * intervals.Counters.Count).TotalSeconds <= run.ElapsedSeconds
            ? new RunParts(run, intervals)
            : null;

    public ConfidenceInterval? GetGoodput()
    {
        if (_run.Goodput is not { } goodput || _successes.Sum() < LatencyHistogram.MinDurationsAboveQuantile)
            return null;

        // Each part has the same length, so the relative error of the count is that of the rate.
        var half = GetHalfWidth([.. _successes.Select(count => ((double)count, 1.0))])
            / _successes.Average() * goodput;
        return new ConfidenceInterval(Math.Max(0, goodput - half), goodput + half);
    }

    public ConfidenceInterval? GetErrorShare() => GetShare(part => part.Errors);

    /// <summary>
    /// Gets the interval of a quantile, in milliseconds. The batches are of the share of the requests above the
    /// quantile of the whole run. The ends of the interval of that share are quantiles of the whole run, too. So an
    /// interval needs no quantile of a part, which would be biased if the part is short.
    /// </summary>
    public ConfidenceInterval? GetQuantile(double quantile)
    {
        var latency = _run.Counters.Latency;
        var limit = latency.GetValueAtQuantile(quantile);
        return GetShare(part => part.Latency.GetCountAbove(limit), 1 - quantile) is { } above
            ? new ConfidenceInterval(
                latency.GetValueAtQuantile(1 - above.Hi) / NanosecondsPerMs,
                latency.GetValueAtQuantile(1 - above.Lo) / NanosecondsPerMs)
            : null;
    }

    private ConfidenceInterval? GetShare(Func<RequestCounters, long> getCount, double? known = null)
    {
        (double Part, double Whole)[] batches =
            [.. _parts.Select(part => ((double)getCount(part), (double)part.Requests))];
        var requests = batches.Sum(batch => batch.Whole);
        var share = known ?? batches.Sum(batch => batch.Part) / requests;
        var half = GetHalfWidth(batches);
        var fewest = LatencyHistogram.MinDurationsAboveQuantile / requests;
        return share - half >= fewest && share + half <= 1 - fewest
            ? new ConfidenceInterval(share - half, share + half)
            : null;
    }

    // Gets half the width of the confidence interval of the ratio of two sums over the parts, by Student's t on the
    // deviation of each part from the ratio. Parts with more requests weigh more, as they do in the ratio itself.
    private static double GetHalfWidth((double Part, double Whole)[] batches)
    {
        var ratio = batches.Sum(batch => batch.Part) / batches.Sum(batch => batch.Whole);
        var meanWhole = batches.Average(batch => batch.Whole);
        double[] deviations = [.. batches.Select(batch => (batch.Part - ratio * batch.Whole) / meanWhole)];
        return CriticalValue.Get(batches.Length - 1, Level)
            * deviations.StandardDeviation() / Math.Sqrt(batches.Length);
    }
}
