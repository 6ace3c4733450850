using System.Globalization;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Validity;

/// <summary>
/// A condition that the user sets for a run: <c>p99 &lt; 50ms</c>, <c>errors &lt; 0.1%</c>, <c>dropped = 0</c>.
/// </summary>
internal sealed partial class Threshold
{
    private readonly string _text;
    private readonly Func<MeasuredFigures, double?> _getValue;
    private readonly Func<double, bool> _isMet;
    private readonly Func<double, string> _format;

    // The number of requests above a percentile, if they are few; null if the metric is no percentile.
    private readonly Func<MeasuredFigures, long?>? _getFewAbove;

    // The lowest value that the metric can still reach when the planned number of requests has been sent; null if the
    // threshold is no upper limit, or if the value can still fall.
    private readonly Func<MeasuredFigures, long, double?>? _getLowestPossible;

    private Threshold(
        string text,
        Func<MeasuredFigures, double?> getValue,
        Func<double, bool> isMet,
        Func<double, string> format,
        Func<MeasuredFigures, long?>? getFewAbove,
        Func<MeasuredFigures, long, double?>? getLowestPossible) =>
        (_text, _getValue, _isMet, _format, _getFewAbove, _getLowestPossible) =
            (text, getValue, isMet, format, getFewAbove, getLowestPossible);

    /// <summary>Whether the threshold limits the share or the number of errors.</summary>
    public bool IsAboutErrors => _text.TrimStart().StartsWith("errors", StringComparison.Ordinal);

    public override string ToString() => _text;

    /// <summary>Parses a threshold: a metric, a comparison operator and a limit.</summary>
    public static Threshold Parse(string text)
    {
        var match = Pattern().Match(text.Trim());
        var (name, limitText) = (match.Groups["name"].Value, match.Groups["limit"].Value);
        if (!match.Success || ThresholdMetric.Find(name) is not { } metric)
        {
            throw ParseException.CreateForUnexpectedText(
                text,
                "a metric, an operator (<, <=, =, >= or >) and a limit. Metrics: min, mean, max or a percentile such "
                + "as p99, each alone or after \"service\", \"lateness\", \"connect\", \"tls\", \"ttfb\", \"body\" or "
                + "\"failed\"; errors, dropped, queued, throughput",
                "'p99 < 50ms', 'errors < 0.1%', 'dropped = 0' or 'throughput > 900/s'");
        }

        var (limit, getValue, format) = metric switch
        {
            LatencyMetric latency => (
                Duration.Parse(limitText, TimeSpan.Zero).Value.TotalMilliseconds, latency.GetMilliseconds, FormatMs),
            GoodputMetric => (Rate.Parse(limitText).PerSecond, run => run.Goodput, FormatRate),
            CountMetric count when limitText.EndsWith('%') => (
                Share.Parse(limitText).Value, count.GetShare, FormatPercent),
            _ => (
                ParseCount(limitText),
                (Func<MeasuredFigures, double?>)((CountMetric)metric).GetCount,
                (Func<double, string>)FormatWholeCount),
        };
        var sign = match.Groups["operator"].Value;
        return new Threshold(
            text,
            getValue,
            CreateComparison(sign, limit),
            format,
            metric is LatencyMetric percentile ? percentile.GetFewAbove : null,
            sign is "<" or "<=" ? GetLowestPossible(metric, limitText.EndsWith('%')) : null);
    }

    /// <summary>
    /// Whether the threshold can no longer be met, even if all requests that are still to be sent are answered at once.
    /// </summary>
    public bool IsOutOfReach(MeasuredFigures figures, long planned) =>
        _getLowestPossible?.Invoke(figures, planned) is { } lowest && !_isMet(lowest);

    /// <summary>Evaluates the threshold for a measurement. It fails if the metric was not measured.</summary>
    public ThresholdResult Evaluate(MeasuredFigures figures, string? variant = null)
    {
        var text = variant is null ? _text : $"{variant}: {_text}";
        return _getValue(figures) is { } value
            ? new ThresholdResult(
                text, _format(value) + FormatFewAbove(_getFewAbove?.Invoke(figures)), _isMet(value))
            : new ThresholdResult(text, NotMeasured, false);
    }

    private static Func<MeasuredFigures, long, double?>? GetLowestPossible(
        ThresholdMetric metric, bool isShare) => metric switch
        {
            LatencyMetric latency => latency.GetLowestPossible,
            CountMetric count when isShare => (run, planned) => count.GetLimitedRequests(run) / planned,
            CountMetric count => (run, _) => count.GetLimitedRequests(run),
            _ => null,
        };

    private static Func<double, bool> CreateComparison(string sign, double limit) => sign switch
    {
        "<" => value => value < limit,
        "<=" => value => value <= limit,
        ">" => value => value > limit,
        ">=" => value => value >= limit,
        _ => value => value == limit,
    };

    private static double ParseCount(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            ? count
            : throw ParseException.CreateForUnexpectedText(text, "a number or a percentage", "0 or 0.1%");

    private static string FormatMs(double value) => $"{FormatNumber(value)} ms";

    private static string FormatFewAbove(long? requests) => requests switch
    {
        null => "",
        1 => " (1 request above it)",
        _ => $" ({requests} requests above it)",
    };

    private static string FormatRate(double value) => $"{FormatNumber(value)}/s";

    private static string FormatPercent(double value) => $"{value * 100:0.###} %";

    private static string FormatWholeCount(double value) => FormatCount((long)value);

    [GeneratedRegex(
        @"^(?<name>[a-z][a-z0-9. ]*?)\s*(?<operator><=|>=|<|>|=)\s*(?<limit>[^<>=]+)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();
}

/// <summary>The result of evaluating a threshold.</summary>
public sealed record ThresholdResult(
    string Text, [property: JsonPropertyName("was")] string MeasuredValue, bool Passed);
