using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Validity;

public sealed record ThresholdResult(
    string Text, [property: JsonPropertyName("was")] string MeasuredValue, bool Passed)
{
    /// <summary>Describes the thresholds that were not met, in a phrase each.</summary>
    internal static IEnumerable<string> DescribeFailures(IEnumerable<ThresholdResult> results) =>
        results.Where(result => !result.Passed).Select(result => $"{result.Text}: was {result.MeasuredValue}");
}

/// <summary>
/// A condition that the user sets: <c>p99 &lt; 50ms</c>, <c>errors &lt; 0.1%</c>, <c>dropped = 0</c>.
/// </summary>
internal sealed partial class Threshold
{
    private readonly string _text;
    private readonly ThresholdMetric _metric;
    private readonly string _operator;
    private readonly double _limit;

    private Threshold(string text, ThresholdMetric metric, string sign, double limit) =>
        (_text, _metric, _operator, _limit) = (text, metric, sign, limit);

    public bool IsAboutErrors => _text.TrimStart().StartsWith("errors", StringComparison.Ordinal);

    public override string ToString() => _text;

    public static Threshold Parse(string text)
    {
        var match = Pattern().Match(text.Trim());
        var limit = match.Groups["limit"].Value;
        if (!match.Success
            || ThresholdMetric.Find(match.Groups["name"].Value, limit.EndsWith('%')) is not { } metric)
        {
            throw ParseException.CreateForUnexpectedText(
                text,
                "a metric, an operator (<, <=, =, >= or >) and a limit. Metrics: min, mean, max or a percentile such "
                + "as p99, each alone or after \"service\", \"lateness\", \"connect\", \"tls\", \"ttfb\", \"body\" or "
                + "\"failed\"; errors, dropped, queued, throughput",
                "'p99 < 50ms', 'errors < 0.1%', 'dropped = 0' or 'throughput > 900/s'");
        }

        return new Threshold(text, metric, match.Groups["operator"].Value, metric.ParseLimit(limit));
    }

    /// <summary>
    /// Whether the limit is missed even if all requests that are still to be sent are answered at once.
    /// </summary>
    public bool IsOutOfReach(MeasuredFigures figures, long planned) =>
        _operator is "<" or "<=" && _metric.GetLowestPossible(figures, planned) is { } lowest && !IsMet(lowest);

    /// <summary>A metric that was not measured does not meet its threshold.</summary>
    public ThresholdResult Evaluate(MeasuredFigures figures, string? variant = null)
    {
        var text = variant is null ? _text : $"{variant}: {_text}";
        return _metric.GetValue(figures) is { } value
            ? new ThresholdResult(text, _metric.Format(value, figures), IsMet(value))
            : new ThresholdResult(text, NotMeasured, false);
    }

    private bool IsMet(double value) => _operator switch
    {
        "<" => value < _limit,
        "<=" => value <= _limit,
        ">" => value > _limit,
        ">=" => value >= _limit,
        _ => value == _limit,
    };

    [GeneratedRegex(
        @"^(?<name>[a-z][a-z0-9. ]*?)\s*(?<operator><=|>=|<|>|=)\s*(?<limit>[^<>=]+)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();
}
