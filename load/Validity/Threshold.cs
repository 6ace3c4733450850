using System.Globalization;
using System.Text.RegularExpressions;
using Load.Diagnostics;
using Load.Metrics;
using Load.Units;
using static Load.Units.SignificantDigits;

namespace Load.Validity;

/// <summary>
/// A condition that the user sets for a run: <c>p99 &lt; 50ms</c>, <c>errors &lt; 0.1%</c>, <c>dropped = 0</c>.
/// </summary>
internal sealed partial class Threshold
{
    private readonly string _text;
    private readonly Func<Measurement, double?> _getValue;
    private readonly Func<double, bool> _isMet;
    private readonly Func<double, string> _format;

    private Threshold(
        string text, Func<Measurement, double?> getValue, Func<double, bool> isMet, Func<double, string> format) =>
        (_text, _getValue, _isMet, _format) = (text, getValue, isMet, format);

    public override string ToString() => _text;

    /// <summary>Parses a threshold: a metric, a comparison operator and a limit.</summary>
    /// <exception cref="FormatException">The text is not a threshold. The message says what is expected.</exception>
    public static Threshold Parse(string text)
    {
        var match = Pattern().Match(text.Trim());
        var (name, limitText) = (match.Groups["name"].Value, match.Groups["limit"].Value);
        if (!match.Success || FindMetric(name) is not { } metric)
        {
            throw ParseException.CreateUnexpected(
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
            GoodputMetric => (Rate.Parse(limitText).PerSecond, GetGoodput, FormatRate),
            CountMetric count when limitText.EndsWith('%') => (
                Share.Parse(limitText).Value, count.GetShare, FormatPercent),
            _ => (
                ParseCount(limitText),
                (Func<Measurement, double?>)((CountMetric)metric).GetCount,
                (Func<double, string>)FormatWholeCount),
        };
        return new Threshold(text, getValue, CreateComparison(match.Groups["operator"].Value, limit), format);
    }

    /// <summary>Evaluates the threshold for a measurement. It fails if the metric was not measured.</summary>
    /// <param name="measurement">The measurement to evaluate.</param>
    /// <param name="variant">The name of the variant, or null if there is only one.</param>
    public ThresholdResult Evaluate(Measurement measurement, string? variant = null)
    {
        var text = variant is null ? _text : $"{variant}: {_text}";
        return _getValue(measurement) is { } value
            ? new ThresholdResult(text, _format(value), _isMet(value))
            : new ThresholdResult(text, NotMeasured, false);
    }

    private static object? FindMetric(string name)
    {
        var words = name.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words switch
        {
            ["errors"] => new CountMetric(run => run.Counters.Errors, run => run.Counters.Requests),
            ["dropped"] => new CountMetric(run => run.OpenLoop?.Dropped ?? 0, run => run.OpenLoop?.Arrived ?? 1),
            ["queued"] => new CountMetric(run => run.OpenLoop?.Queued ?? 0, run => run.OpenLoop?.Arrived ?? 1),
            ["throughput"] => new GoodputMetric(),
            ["service", var which] => FindLatency(which, run => run.OpenLoop?.ServiceTime ?? run.Counters.Latency),
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

    private static LatencyMetric? FindLatency(string which, Func<Measurement, LatencyHistogram?> getHistogram) =>
        which switch
        {
            "min" => new LatencyMetric(getHistogram, histogram => histogram.Min),
            "mean" => new LatencyMetric(getHistogram, histogram => histogram.Mean),
            "max" => new LatencyMetric(getHistogram, histogram => histogram.Max),
            ['p', .. var rest] when Number.TryParse(rest, out var percent) && percent <= 100 =>
                new LatencyMetric(getHistogram, histogram => histogram.GetValueAtQuantile(percent / 100)),
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
            : throw ParseException.CreateUnexpected(text, "a number or a percentage", "0 or 0.1%");

    private static double? GetGoodput(Measurement run) =>
        run.ElapsedSeconds > 0 ? run.Counters.Successes / run.ElapsedSeconds : null;

    private static string FormatMs(double value) => $"{FormatNumber(value)} ms";

    private static string FormatRate(double value) => $"{FormatNumber(value)}/s";

    private static string FormatPercent(double value) => $"{value * 100:0.###} %";

    private static string FormatWholeCount(double value) => FormatCount((long)value);

    [GeneratedRegex(
        @"^(?<name>[a-z][a-z0-9. ]*?)\s*(?<operator><=|>=|<|>|=)\s*(?<limit>[^<>=]+)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();

    private sealed record LatencyMetric(
        Func<Measurement, LatencyHistogram?> GetHistogram, Func<LatencyHistogram, double> GetNanoseconds)
    {
        public double? GetMilliseconds(Measurement run) =>
            GetHistogram(run) is { Count: > 0 } histogram ? GetNanoseconds(histogram) / 1e6 : null;
    }

    private sealed record CountMetric(Func<Measurement, double> GetPart, Func<Measurement, double> GetWhole)
    {
        public double? GetCount(Measurement run) => GetPart(run);

        public double? GetShare(Measurement run) => GetWhole(run) > 0 ? GetPart(run) / GetWhole(run) : null;
    }

    private sealed record GoodputMetric;
}

/// <summary>The result of evaluating a threshold.</summary>
/// <param name="Text">The threshold as the user wrote it, with the name of the variant if there are several.</param>
/// <param name="Was">The measured value, as text.</param>
/// <param name="Passed">Whether the measured value meets the threshold.</param>
internal sealed record ThresholdResult(string Text, string Was, bool Passed);
