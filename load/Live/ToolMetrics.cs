using System.Globalization;
using System.Text;
using Load.Engine;

namespace Load.Live;

/// <summary>What the tool says of itself, in Prometheus' text format 0.0.4, for dashboards to mark what was sent when.</summary>
/// <param name="scenario">Its name.</param>
/// <param name="progress">What it is at.</param>
/// <param name="ownCpu">CPU time of this process.</param>
internal sealed class ToolMetrics(string scenario, RunProgress progress, Func<TimeSpan> ownCpu)
{
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    public string Format()
    {
        var text = new StringBuilder();
        if (progress.Stage is { } stage)
        {
            Family(text, "load_stage", "gauge", "1 for the stretch of load that is under way.");
            Line(text, "load_stage", 1, ("scenario", scenario), ("variant", stage.Variant), ("phase", stage.Name));
            Family(text, "load_round", "gauge", "Round of the comparison that is under way; 0 before the first.");
            Line(text, "load_round", stage.Round);
        }

        var (successes, errors) = progress.GetRequestCounts();
        Family(text, "load_requests_total", "counter", "Requests that have ended, warm-ups too.");
        Line(text, "load_requests_total", successes, ("outcome", "success"));
        Line(text, "load_requests_total", errors, ("outcome", "error"));
        Family(text, "load_cpu_seconds_total", "counter", "CPU time of the load tool itself.");
        Line(text, "load_cpu_seconds_total", ownCpu().TotalSeconds);
        return text.ToString();
    }

    private static void Family(StringBuilder text, string name, string type, string help) =>
        text.Append($"# HELP {name} {help}\n# TYPE {name} {type}\n");

    private static void Line(StringBuilder text, string name, double value, params (string Name, string Value)[] labels)
    {
        text.Append(name);
        if (labels.Length > 0)
        {
            var pairs = labels.Select(label => $"{label.Name}=\"{Escaped(label.Value)}\"");
            text.Append('{').AppendJoin(',', pairs).Append('}');
        }

        text.Append(CultureInfo.InvariantCulture, $" {value}\n");
    }

    private static string Escaped(string value) => value
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal);
}
