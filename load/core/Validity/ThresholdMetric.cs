using System.Globalization;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Validity;

/// <summary>A metric that a threshold can limit. This class is the successful responses per second.</summary>
internal record ThresholdMetric
{
    /// <summary>Finds a metric by its name; null if none has it. A number can be limited as a share.</summary>
    public static ThresholdMetric? Find(string name, bool isShare) =>
        name.Split(' ', StringSplitOptions.RemoveEmptyEntries) switch
        {
            ["errors"] => new CountMetric(isShare, run => run.Counters.Errors, run => run.Counters.Requests),
            ["dropped"] => new CountMetric(
                isShare, run => run.OpenLoop?.DroppedRequests ?? 0, run => run.OpenLoop?.ArrivedRequests ?? 1),
            ["queued"] => new CountMetric(
                isShare, run => run.OpenLoop?.QueuedRequests ?? 0, run => run.OpenLoop?.ArrivedRequests ?? 1),
            ["throughput"] => new ThresholdMetric(),
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

    public virtual double ParseLimit(string text) => Rate.Parse(text).PerSecond;

    /// <summary>Gets the value; null if it was not measured.</summary>
    public virtual double? GetValue(MeasuredFigures figures) => figures.Goodput;

    public virtual string Format(double value, MeasuredFigures figures) => $"{FormatNumber(value)}/s";

    /// <summary>Gets the lowest value that is possible after the planned number of requests; null if any is.</summary>
    public virtual double? GetLowestPossible(MeasuredFigures figures, long planned) => null;

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
    public override double ParseLimit(string text) => Duration.Parse(text, TimeSpan.Zero).Value.TotalMilliseconds;

    public override double? GetValue(MeasuredFigures figures) =>
        GetHistogram(figures) is { Count: > 0 } histogram ? GetNanoseconds(histogram) / 1e6 : null;

    // A percentile that only few requests exceed is not well supported, so their number is said.
    public override string Format(double value, MeasuredFigures figures) => $"{FormatNumber(value)} ms"
        + (Quantile is < 1 and var quantile ? GetHistogram(figures)?.GetCountAbove(quantile) : null) switch
        {
            null or >= LatencyHistogram.MinDurationsAboveQuantile => "",
            1 => " (1 request above it)",
            var above => $" ({above} requests above it)",
        };

    // If all further requests are faster, the slowest requests so far remain the slowest of all.
    public override double? GetLowestPossible(MeasuredFigures figures, long planned)
    {
        if (Quantile is not { } quantile || GetHistogram(figures) is not { Count: > 0 and var count } histogram)
            return null;
        var share = 1 - (1 - quantile) * Math.Max(planned, count) / count;
        return share > 0 ? histogram.GetValueAtQuantile(share) / 1e6 : null;
    }
}

/// <summary>A number of requests, or their share of all requests.</summary>
internal sealed record CountMetric(
    bool IsShare, Func<MeasuredFigures, double> GetCount, Func<MeasuredFigures, double> GetAll) : ThresholdMetric
{
    public override double ParseLimit(string text) => IsShare ? Share.Parse(text).Value
        : long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count
        : throw ParseException.CreateForUnexpectedText(text, "a number or a percentage", "0 or 0.1%");

    public override double? GetValue(MeasuredFigures figures) => !IsShare ? GetCount(figures)
        : GetAll(figures) > 0 ? GetCount(figures) / GetAll(figures) : null;

    public override string Format(double value, MeasuredFigures figures) =>
        IsShare ? $"{value * 100:0.###} %" : FormatCount((long)value);

    public override double? GetLowestPossible(MeasuredFigures figures, long planned) =>
        GetCount(figures) / (IsShare ? planned : 1);
}
