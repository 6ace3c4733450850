using System.Globalization;
using System.Text.RegularExpressions;
using Load.Diagnostics;
using Load.Metrics;
using Load.Units;
using static Load.Units.SignificantDigits;

namespace Load.Validity;

/// <summary>What somebody asks of a run: <c>p99 &lt; 50ms</c>, <c>errors &lt; 0.1%</c>, <c>dropped = 0</c>.</summary>
internal sealed partial class Threshold
{
    private readonly string _text;
    private readonly Func<Measurement, double?> _figure;
    private readonly Func<double, bool> _holds;
    private readonly Func<double, string> _show;

    private Threshold(
        string text, Func<Measurement, double?> figure, Func<double, bool> holds, Func<double, string> show) =>
        (_text, _figure, _holds, _show) = (text, figure, holds, show);

    public override string ToString() => _text;

    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static Threshold Parse(string text)
    {
        var parts = Parts().Match(text.Trim());
        var (name, value) = (parts.Groups["name"].Value, parts.Groups["value"].Value);
        if (!parts.Success || MetricOf(name) is not { } metric)
        {
            throw ParseException.CreateUnexpected(
                text,
                "min, mean, max or a percentile such as p99, with service or lateness "
                + "before it or not, or errors, dropped, queued, throughput; then < <= = >= or >, and a value",
                "'p99 < 50ms', 'errors < 0.1%', 'dropped = 0' or 'throughput > 900/s'");
        }

        var (limit, figure, show) = metric switch
        {
            Latency latency => (Duration.Parse(value, TimeSpan.Zero).Value.TotalMilliseconds, latency.Of, Ms),
            Throughput => (Rate.Parse(value).PerSecond, Rps, PerSecond),
            Counted counted when value.EndsWith('%') => (Share.Parse(value).Value, counted.ShareOf, Percent),
            _ => (CountIn(value), (Func<Measurement, double?>)((Counted)metric).Of, (Func<double, string>)Number),
        };
        return new Threshold(text, figure, Comparison(parts.Groups["is"].Value, limit), show);
    }

    /// <summary>Without the figure it asks for, it fails.</summary>
    /// <param name="recorded">What is judged.</param>
    /// <param name="of">Whose it is, where there are several.</param>
    public ThresholdResult Evaluate(Measurement recorded, string? of = null)
    {
        var text = of is null ? _text : $"{of}: {_text}";
        return _figure(recorded) is { } found
            ? new ThresholdResult(text, _show(found), _holds(found))
            : new ThresholdResult(text, NotMeasured, false);
    }

    private static object? MetricOf(string name)
    {
        var words = name.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words switch
        {
            ["errors"] => new Counted(run => run.Counters.Errors, run => run.Counters.Requests),
            ["dropped"] => new Counted(run => run.OpenLoop?.Dropped ?? 0, run => run.OpenLoop?.Arrived ?? 1),
            ["queued"] => new Counted(run => run.OpenLoop?.Queued ?? 0, run => run.OpenLoop?.Arrived ?? 1),
            ["throughput"] => new Throughput(),
            ["service", var which] => LatencyOf(which, run => run.OpenLoop?.ServiceTime ?? run.Counters.Latency),
            ["lateness", var which] => LatencyOf(which, run => run.OpenLoop?.ScheduleDelay),
            [var which] => LatencyOf(which, run => run.Counters.Latency),
            _ => null,
        };
    }

    private static Latency? LatencyOf(string which, Func<Measurement, LatencyHistogram?> histogram) => which switch
    {
        "min" => new Latency(histogram, all => all.Min),
        "mean" => new Latency(histogram, all => all.Mean),
        "max" => new Latency(histogram, all => all.Max),
        ['p', .. var rest] when Units.Number.TryParse(rest, out var percent) && percent <= 100 => new Latency(histogram, all => all.GetValueAtQuantile(percent / 100)),
        _ => null,
    };

    private static Func<double, bool> Comparison(string sign, double limit) => sign switch
    {
        "<" => value => value < limit,
        "<=" => value => value <= limit,
        ">" => value => value > limit,
        ">=" => value => value >= limit,
        _ => value => value == limit,
    };

    private static double CountIn(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            ? count
            : throw ParseException.CreateUnexpected(text, "a number or a share", "0 or 0.1%");

    private static double? Rps(Measurement run) => run.ElapsedSeconds > 0 ? run.Counters.Successes / run.ElapsedSeconds : null;

    private static string Ms(double value) => $"{FormatNumber(value)} ms";

    private static string PerSecond(double value) => $"{FormatNumber(value)}/s";

    private static string Percent(double value) => $"{value * 100:0.###} %";

    private static string Number(double value) => FormatCount((long)value);

    [GeneratedRegex(
        @"^(?<name>[a-z][a-z0-9. ]*?)\s*(?<is><=|>=|<|>|=)\s*(?<value>[^<>=]+)$", RegexOptions.ExplicitCapture)]
    private static partial Regex Parts();

    private sealed record Latency(Func<Measurement, LatencyHistogram?> Histogram, Func<LatencyHistogram, double> Value)
    {
        public double? Of(Measurement run) =>
            Histogram(run) is { Count: > 0 } all ? Value(all) / 1e6 : null;
    }

    private sealed record Counted(Func<Measurement, double> Part, Func<Measurement, double> Whole)
    {
        public double? Of(Measurement run) => Part(run);

        public double? ShareOf(Measurement run) => Whole(run) > 0 ? Part(run) / Whole(run) : null;
    }

    private sealed record Throughput;
}
