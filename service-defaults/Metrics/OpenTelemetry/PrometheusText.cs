using System.Globalization;
using System.Text;
using OpenTelemetry.Metrics;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Writes metrics in the Prometheus text format 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
/// </summary>
internal sealed class PrometheusText
{
    private readonly StringBuilder _text = new();

    public byte[] ToBytes() => Encoding.UTF8.GetBytes(_text.ToString());

    /// <summary>Replaces the text. Metrics of one name stand together, under one HELP and one TYPE.</summary>
    public void Write(IEnumerable<Metric> metrics)
    {
        _text.Clear();
        foreach (var family in metrics.GroupBy(PrometheusName.Of))
            WriteFamily(family.Key, family);
    }

    private void WriteFamily(PrometheusName name, IEnumerable<Metric> metrics)
    {
        var first = metrics.First();
        _text.Append("# HELP ").Append(name.Name).Append(' ').Append(EscapeHelp(first.Description)).Append('\n');
        _text.Append("# TYPE ").Append(name.Name).Append(' ').Append(name.Type).Append('\n');
        foreach (var metric in metrics)
        {
            foreach (ref readonly var point in metric.GetMetricPoints())
            {
                if (metric.MetricType is MetricType.Histogram)
                    WriteHistogram(name.Name, in point);
                else
                    WriteSample(name.Name, Labels(in point), Value(metric.MetricType, in point));
            }
        }
    }

    private void WriteHistogram(string name, in MetricPoint point)
    {
        var labels = Labels(in point);
        var cumulative = 0L;
        foreach (var bucket in point.GetHistogramBuckets())
        {
            cumulative += bucket.BucketCount;
            WriteSample($"{name}_bucket", Join(labels, $"le=\"{Number(bucket.ExplicitBound)}\""), cumulative);
        }

        WriteSample($"{name}_sum", labels, point.GetHistogramSum());
        WriteSample($"{name}_count", labels, point.GetHistogramCount());
    }

    private void WriteSample(string name, string labels, double value)
    {
        _text.Append(name);
        if (labels.Length > 0)
            _text.Append('{').Append(labels).Append('}');
        _text.Append(' ').Append(Number(value)).Append('\n');
    }

    private static double Value(MetricType type, in MetricPoint point) => type switch
    {
        MetricType.LongSum or MetricType.LongSumNonMonotonic => point.GetSumLong(),
        MetricType.DoubleSum or MetricType.DoubleSumNonMonotonic => point.GetSumDouble(),
        MetricType.LongGauge => point.GetGaugeLastValueLong(),
        _ => point.GetGaugeLastValueDouble(),
    };

    private static string Labels(in MetricPoint point)
    {
        var labels = "";
        foreach (var tag in point.Tags)
        {
            var value = Convert.ToString(tag.Value, CultureInfo.InvariantCulture) ?? "";
            labels = Join(labels, $"{PrometheusName.Sanitize(tag.Key)}=\"{EscapeLabel(value)}\"");
        }

        return labels;
    }

    private static string Join(string labels, string label) => labels.Length is 0 ? label : $"{labels},{label}";

    private static string Number(double value) => value switch
    {
        double.PositiveInfinity => "+Inf",
        double.NegativeInfinity => "-Inf",
        _ => value.ToString(CultureInfo.InvariantCulture),
    };

    private static string EscapeHelp(string help) => help.Replace("\\", "\\\\").Replace("\n", "\\n");

    private static string EscapeLabel(string value) => EscapeHelp(value).Replace("\"", "\\\"");
}
