using OpenTelemetry.Metrics;

namespace ServiceDefaults.Metrics;

/// <summary>The Prometheus form of an OpenTelemetry metric's name, by the OpenTelemetry compatibility specification.</summary>
/// <param name="Name">With the unit's and the counter's suffix.</param>
/// <param name="Type">counter, gauge or histogram.</param>
internal readonly record struct PrometheusName(string Name, string Type)
{
    // Levels, although their instruments are counters on .NET 10: the number of threads and of queued items goes down too.
    private static readonly string[] Levels = ["dotnet.thread_pool.thread.count", "dotnet.thread_pool.queue.length"];

    public static PrometheusName Of(Metric metric)
    {
        var type = TypeOf(metric);
        var name = Sanitize(metric.Name) + Suffix(metric.Unit);
        return new(type is "counter" ? $"{name}_total" : name, type);
    }

    /// <summary>A label's or metric's name: letters, digits and underscores, not beginning with a digit.</summary>
    public static string Sanitize(string name)
    {
        var safe = string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) ? c : '_'));
        return char.IsAsciiDigit(safe[0]) ? $"_{safe}" : safe;
    }

    private static string TypeOf(Metric metric) => metric.MetricType switch
    {
        MetricType.LongSum or MetricType.DoubleSum => Levels.Contains(metric.Name) ? "gauge" : "counter",
        MetricType.Histogram => "histogram",
        _ => "gauge",
    };

    private static string Suffix(string unit) => unit switch
    {
        "s" => "_seconds",
        "ms" => "_milliseconds",
        "By" => "_bytes",
        // {request} and the like say what is counted, which the name does already.
        _ => "",
    };
}
