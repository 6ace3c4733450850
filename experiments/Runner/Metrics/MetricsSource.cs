using System.Text;

namespace Experiments.Metrics;

/// <summary>Formats RegisteredMetrics.g.cs, which tells the services which instruments they export.</summary>
internal static class MetricsSource
{
    private const int MaxColumns = 120;

    public static string Format(IEnumerable<RegisteredMetric> metrics)
    {
        var source = new StringBuilder("""
            // Generated from prometheus/metrics.yaml with "make generate".
            using System.Collections.Frozen;

            namespace ServiceDefaults.Metrics;

            /// <summary>The metrics of prometheus/metrics.yaml that the services export.</summary>
            internal static class RegisteredMetrics
            {
                public static readonly FrozenDictionary<string, RegisteredMetric> ByInstrument = new RegisteredMetric[]
                {

            """);
        foreach (var metric in metrics.Where(metric => metric.IsOfDotnet))
            source.Append(FormatEntry(metric)).Append('\n');
        return source.Append("    }.ToFrozenDictionary(metric => metric.Instrument);\n}\n").ToString();
    }

    private static string FormatEntry(RegisteredMetric metric)
    {
        string[] arguments = [metric.GetInstrumentName(), metric.Name, metric.Type, .. metric.Labels];
        var initializer = metric.Meter is { } meter ? $" {{ Meter = \"{meter}\" }}"
            : metric.Zeros is [] ? "" : $" {{ Zeros = [{string.Join(",\n", metric.Zeros.Select(FormatList))}] }}";
        var entry = $"new({string.Join(",\n", arguments.Select(argument => $"\"{argument}\""))}){initializer},";
        List<string> lines = ["       "];
        foreach (var word in entry.Split('\n'))
        {
            if (lines[^1].Length + 1 + word.Length > MaxColumns)
                lines.Add("           ");
            lines[^1] += $" {word}";
        }

        return string.Join('\n', lines);
    }

    private static string FormatList(string[] labels) =>
        $"[{string.Join(", ", labels.Select(label => $"\"{label}\""))}]";
}
