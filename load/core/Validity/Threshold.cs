namespace TwoTier.Load.Validity;

/// <summary>
/// A condition that the user sets: <c>p99 &lt; 50ms</c>, <c>errors &lt; 0.1%</c>, <c>dropped = 0</c>.
/// </summary>
internal sealed partial class Threshold(string text, Threshold.Metric metric, string sign, double limit)
{
    public static Threshold Parse(string text)
    {
        var match = Pattern().Match(text.Trim());
        var limit = match.Groups["limit"].Value;
        if (!match.Success || FindMetric(match.Groups["name"].Value, limit.EndsWith('%')) is not { } metric)
        {
            throw ParseException.CreateForUnexpectedText(
                text,
                "a metric, an operator (<, <=, =, >= or >) and a limit. Metrics: min, mean, max or a percentile such "
                + "as p99, each alone or after \"service\" or \"lateness\"; "
                + "errors, dropped, queued, throughput",
                "'p99 < 50ms', 'errors < 0.1%', 'dropped = 0' or 'throughput > 900/s'");
        }

        return new Threshold(text, metric, match.Groups["operator"].Value, metric.ParseLimit(limit));
    }

    /// <summary>
    /// Judges the whole interval of the metric, or else its value. A metric that was not measured does not meet its
    /// threshold.
    /// </summary>
    public ThresholdResult Evaluate(MeasuredFigures figures, string? variant = null)
    {
        var name = variant is null ? text : $"{variant}: {text}";
        var interval = sign == "=" ? null : metric.GetInterval?.Invoke(figures);
        return metric.GetValue(figures) is { } value
            ? ThresholdResult.Judge(name, value, interval, IsMet, metric.Format)
            : new ThresholdResult(name, NotMeasured, false);
    }

    public static bool IsMet(double value, string sign, double limit) => sign switch
    {
        "<" => value < limit,
        "<=" => value <= limit,
        ">" => value > limit,
        ">=" => value >= limit,
        _ => value == limit,
    };

    private bool IsMet(double value) => IsMet(value, sign, limit);

    private static Metric? FindMetric(string name, bool isShare) =>
        name.Split(' ', StringSplitOptions.RemoveEmptyEntries) switch
        {
            ["errors"] => CreateCount(isShare, run => run.Counters.Errors, run => run.Counters.Requests) with
            {
                GetInterval = run => isShare ? run.Parts?.GetErrorShare() : null,
            },
            ["dropped"] => CreateCount(
                isShare, run => run.OpenLoop?.DroppedRequests ?? 0, run => run.OpenLoop?.ArrivedRequests ?? 1),
            ["queued"] => CreateCount(
                isShare, run => run.OpenLoop?.QueuedRequests ?? 0, run => run.OpenLoop?.ArrivedRequests ?? 1),
            ["throughput"] => new Metric(
                limit => Rate.Parse(limit).PerSecond,
                run => run.Goodput,
                value => $"{FormatNumber(value)}/s")
            {
                GetInterval = run => run.Parts?.GetGoodput(),
            },
            ["service", var which] => FindLatency(which, run => run.ServiceTime),
            ["lateness", var which] => FindLatency(which, run => run.OpenLoop?.ScheduleDelay),
            [var which] => FindLatency(which, run => run.Counters.Latency),
            _ => null,
        };

    // A number of requests, or their share of all requests.
    private static Metric CreateCount(
        bool isShare, Func<MeasuredFigures, double> getCount, Func<MeasuredFigures, double> getAll) => new(
        limit => isShare ? Number.ParseShare(limit)
            : long.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count
            : throw ParseException.CreateForUnexpectedText(limit, "a number or a percentage", "0 or 0.1%"),
        figures => !isShare ? getCount(figures)
            : getAll(figures) > 0 ? getCount(figures) / getAll(figures) : null,
        value => isShare ? $"{value * 100:0.###} %" : FormatCount((long)value));

    private static Metric? FindLatency(string which, Func<MeasuredFigures, LatencyHistogram?> getHistogram) =>
        which switch
        {
            "min" => CreateLatency(getHistogram, histogram => histogram.Min, null),
            "mean" => CreateLatency(getHistogram, histogram => histogram.Mean, null),
            "max" => CreateLatency(getHistogram, histogram => histogram.Max, 1),
            ['p', .. var rest] when Number.TryParse(rest, out var percent) && percent <= 100 => CreateLatency(
                getHistogram, histogram => histogram.GetValueAtQuantile(percent / 100), percent / 100),
            _ => null,
        };

    // A figure of a latency distribution, in milliseconds.
    private static Metric CreateLatency(
        Func<MeasuredFigures, LatencyHistogram?> getHistogram,
        Func<LatencyHistogram, double> getNanoseconds,
        double? quantile) => new(
            limit => Duration.Parse(limit, TimeSpan.Zero).TotalMilliseconds,
            figures => getHistogram(figures) is { Count: > 0 } histogram ? getNanoseconds(histogram) / 1e6 : null,
            value => $"{FormatNumber(value)} ms")
        {
            // Only the latency is counted by part. In a closed loop, it is also the service time.
            GetInterval = figures => quantile is { } place && getHistogram(figures) == figures.Counters.Latency
                ? figures.Parts?.GetQuantile(place)
                : null,
        };

    [GeneratedRegex(
        @"^(?<name>[a-z][a-z0-9. ]*?)\s*(?<operator><=|>=|<|>|=)\s*(?<limit>[^<>=]+)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();

    internal sealed record Metric(
        Func<string, double> ParseLimit,
        Func<MeasuredFigures, double?> GetValue,
        Func<double, string> Format)
    {
        public Func<MeasuredFigures, ConfidenceInterval?>? GetInterval { get; init; }
    }
}
