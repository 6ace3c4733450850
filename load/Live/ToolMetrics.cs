using System.Globalization;
using System.Text;
using Load.Engine;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Load.Live;

/// <summary>
/// The metrics of the load tool in the Prometheus text format 0.0.4. The metrics let dashboards show which load was
/// sent at which time.
/// </summary>
/// <param name="scenario">The name of the scenario.</param>
/// <param name="progress">The progress of the run.</param>
/// <param name="getToolCpu">The function that returns the CPU time that the load tool has used so far.</param>
internal sealed class ToolMetrics(string scenario, RunProgress progress, Func<TimeSpan> getToolCpu)
{
    /// <summary>The content type of the metrics in the Prometheus text format.</summary>
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    /// <summary>Formats the current values of the metrics.</summary>
    public string Format()
    {
        var text = new StringBuilder();
        if (progress.Stage is { } stage)
        {
            AppendHeader(text, "load_stage", "gauge", "Always 1. The labels name scenario, variant and phase.");
            AppendSample(
                text, "load_stage", 1, ("scenario", scenario), ("variant", stage.Variant), ("phase", stage.Name));
            AppendHeader(text, "load_round", "gauge", "Current round of the comparison, or 0 before the first round.");
            AppendSample(text, "load_round", stage.Round);
        }

        var (successes, errors) = progress.GetRequestCounts();
        AppendHeader(text, "load_requests_total", "counter", "Requests that have ended, warm-ups included.");
        AppendSample(text, "load_requests_total", successes, ("outcome", "success"));
        AppendSample(text, "load_requests_total", errors, ("outcome", "error"));
        AppendHeader(text, "load_cpu_seconds_total", "counter", "CPU time that the load tool has used.");
        AppendSample(text, "load_cpu_seconds_total", getToolCpu().TotalSeconds);
        return text.ToString();
    }

    private static void AppendHeader(StringBuilder text, string name, string type, string help) =>
        text.Append($"# HELP {name} {help}\n# TYPE {name} {type}\n");

    private static void AppendSample(
        StringBuilder text, string name, double value, params (string Name, string Value)[] labels)
    {
        text.Append(name);
        if (labels.Length > 0)
        {
            var pairs = labels.Select(label => $"{label.Name}=\"{Escape(label.Value)}\"");
            text.Append('{').AppendJoin(',', pairs).Append('}');
        }

        text.Append(CultureInfo.InvariantCulture, $" {value}\n");
    }

    private static string Escape(string value) => value
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal);
}

/// <summary>Serves the endpoint <c>/metrics</c> of the load tool.</summary>
internal static class MetricsEndpoint
{
    /// <summary>Maps the endpoint <c>/metrics</c>.</summary>
    public static void Map(WebApplication app, ToolMetrics metrics) => app.MapGet(
        "/metrics",
        context => TypedResults.Text(metrics.Format(), ToolMetrics.ContentType).ExecuteAsync(context));
}
