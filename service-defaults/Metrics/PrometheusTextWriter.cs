using System.Globalization;
using System.Text;
using OpenTelemetry.Metrics;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Writes metrics in the Prometheus text format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format), or as OpenMetrics 1.0 with
/// exemplars (https://prometheus.io/docs/specs/om/open_metrics_spec/).
/// </summary>
internal sealed class PrometheusTextWriter
{
    private readonly StringBuilder _text = new();
    private bool _isOpenMetrics;

    /// <summary>Returns the Prometheus text of the metrics that were written last.</summary>
    public byte[] ToUtf8() => Encoding.UTF8.GetBytes(_text.ToString());

    /// <summary>
    /// Writes the given metrics instead of the metrics that were written before. Metrics with the same name are grouped
    /// under one HELP and one TYPE line.
    /// </summary>
    /// <param name="metrics">The metrics to write.</param>
    /// <param name="isOpenMetrics">Whether to write OpenMetrics.</param>
    public void Write(IEnumerable<Metric> metrics, bool isOpenMetrics)
    {
        _isOpenMetrics = isOpenMetrics;
        _text.Clear();
        foreach (var family in metrics.GroupBy(PrometheusName.FromMetric))
            WriteFamily(family.Key, family);
        if (isOpenMetrics)
            _text.Append("# EOF\n");
    }

    private void WriteFamily(PrometheusName name, IEnumerable<Metric> metrics)
    {
        var first = metrics.First();
        // In OpenMetrics, the suffix of a counter belongs to its samples and not to its name.
        var family = _isOpenMetrics && name.Type is "counter"
            ? name.Name[..^PrometheusName.CounterSuffix.Length]
            : name.Name;
        var help = _isOpenMetrics ? EscapeLabel(first.Description) : EscapeHelp(first.Description);
        _text.Append("# HELP ").Append(family).Append(' ').Append(help).Append('\n');
        _text.Append("# TYPE ").Append(family).Append(' ').Append(name.Type).Append('\n');
        foreach (var metric in metrics)
        {
            foreach (ref readonly var point in metric.GetMetricPoints())
            {
                if (metric.MetricType is MetricType.Histogram)
                    WriteHistogram(name.Name, in point);
                else
                    WriteSample(name.Name, FormatLabels(in point), GetValue(metric.MetricType, in point));
            }
        }
    }

    private void WriteHistogram(string name, in MetricPoint point)
    {
        var labels = FormatLabels(in point);
        var (cumulative, lowerBound) = (0L, double.NegativeInfinity);
        foreach (var bucket in point.GetHistogramBuckets())
        {
            cumulative += bucket.BucketCount;
            WriteSample(
                $"{name}_bucket",
                AppendLabel(labels, $"le=\"{FormatNumber(bucket.ExplicitBound)}\""),
                cumulative,
                _isOpenMetrics ? FormatExemplar(in point, lowerBound, bucket.ExplicitBound) : "");
            lowerBound = bucket.ExplicitBound;
        }

        WriteSample($"{name}_sum", labels, point.GetHistogramSum());
        WriteSample($"{name}_count", labels, point.GetHistogramCount());
    }

    private void WriteSample(string name, string labels, double value, string exemplar = "")
    {
        _text.Append(name);
        if (labels.Length > 0)
            _text.Append('{').Append(labels).Append('}');
        _text.Append(' ').Append(FormatNumber(value)).Append(exemplar).Append('\n');
    }

    /// <summary>Formats the last measurement in a bucket whose trace is known; empty if there is none.</summary>
    private static string FormatExemplar(in MetricPoint point, double lowerBound, double upperBound)
    {
        if (!point.TryGetExemplars(out var exemplars))
            return "";
        var (text, last) = ("", DateTimeOffset.MinValue);
        foreach (ref readonly var exemplar in exemplars)
        {
            var value = exemplar.DoubleValue;
            if (exemplar.TraceId == default || value <= lowerBound || value > upperBound || exemplar.Timestamp <= last)
                continue;
            last = exemplar.Timestamp;
            var seconds = FormatNumber(last.ToUnixTimeMilliseconds() / 1000.0);
            var labels = $"trace_id=\"{exemplar.TraceId}\",span_id=\"{exemplar.SpanId}\"";
            text = $" # {{{labels}}} {FormatNumber(value)} {seconds}";
        }

        return text;
    }

    private static double GetValue(MetricType type, in MetricPoint point) => type switch
    {
        MetricType.LongSum or MetricType.LongSumNonMonotonic => point.GetSumLong(),
        MetricType.DoubleSum or MetricType.DoubleSumNonMonotonic => point.GetSumDouble(),
        MetricType.LongGauge => point.GetGaugeLastValueLong(),
        _ => point.GetGaugeLastValueDouble(),
    };

    private static string FormatLabels(in MetricPoint point)
    {
        var labels = "";
        foreach (var tag in point.Tags)
        {
            var value = Convert.ToString(tag.Value, CultureInfo.InvariantCulture) ?? "";
            labels = AppendLabel(labels, $"{PrometheusName.Sanitize(tag.Key)}=\"{EscapeLabel(value)}\"");
        }

        return labels;
    }

    private static string AppendLabel(string labels, string label) => labels.Length is 0 ? label : $"{labels},{label}";

    private static string FormatNumber(double value) => value switch
    {
        double.PositiveInfinity => "+Inf",
        double.NegativeInfinity => "-Inf",
        _ => value.ToString(CultureInfo.InvariantCulture),
    };

    private static string EscapeHelp(string help) => help.Replace("\\", "\\\\").Replace("\n", "\\n");

    private static string EscapeLabel(string value) => EscapeHelp(value).Replace("\"", "\\\"");
}

/// <summary>
/// The Prometheus name and type of an OpenTelemetry metric. Follows the OpenTelemetry compatibility specification for
/// the units that the services use: s, ms, By, and annotations such as {request}.
/// </summary>
/// <param name="Name">The metric's name with the suffixes for its unit and for a counter.</param>
/// <param name="Type">The metric's type: counter, gauge or histogram.</param>
internal readonly record struct PrometheusName(string Name, string Type)
{
    /// <summary>The suffix of counters.</summary>
    public const string CounterSuffix = "_total";

    // The thread count and the queue length of the thread pool are exported as gauges, because their values also
    // decrease. .NET 10 makes them counters.
    private static readonly string[] GaugeInstruments = ["dotnet.thread_pool.thread.count", "dotnet.thread_pool.queue.length"];

    public static PrometheusName FromMetric(Metric metric)
    {
        var type = GetType(metric);
        var name = Sanitize(metric.Name) + GetUnitSuffix(metric.Unit);
        return new(type is "counter" ? $"{name}{CounterSuffix}" : name, type);
    }

    /// <summary>Replaces the characters that the name of a metric or label must not contain.</summary>
    public static string Sanitize(string name)
    {
        var safe = string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) ? c : '_'));
        return char.IsAsciiDigit(safe[0]) ? $"_{safe}" : safe;
    }

    private static string GetType(Metric metric) => metric.MetricType switch
    {
        MetricType.LongSum or MetricType.DoubleSum => GaugeInstruments.Contains(metric.Name) ? "gauge" : "counter",
        MetricType.Histogram => "histogram",
        _ => "gauge",
    };

    private static string GetUnitSuffix(string unit) => unit switch
    {
        "s" => "_seconds",
        "ms" => "_milliseconds",
        "By" => "_bytes",
        // A unit that is an annotation, such as {request}, adds no suffix: the name of the metric already says what is
        // counted.
        _ => "",
    };
}
