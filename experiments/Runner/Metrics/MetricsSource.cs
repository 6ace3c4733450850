namespace Experiments.Metrics;

/// <summary>Formats RegisteredMetrics.g.cs, which tells the services which instruments they export.</summary>
internal static partial class MetricsSource
{
    public static string Format(IEnumerable<RegisteredMetric> metrics) => $$"""
        // Generated from prometheus/metrics.yaml with "make generate".
        using System.Collections.Frozen;

        namespace ServiceDefaults.Metrics;

        /// <summary>The metrics of prometheus/metrics.yaml that the services export.</summary>
        internal static class RegisteredMetrics
        {
            public static readonly FrozenDictionary<string, RegisteredMetric> ByInstrument = new RegisteredMetric[]
            {
        {{string.Concat(metrics.Where(IsExported).Select(FormatEntry))}}    }.ToFrozenDictionary(metric => metric.Instrument);
        }

        """;

    private static bool IsExported(RegisteredMetric metric) => metric.From.Any(one => one is "frontend" or "backend");

    private static string FormatEntry(RegisteredMetric metric)
    {
        string[] arguments = [metric.GetInstrumentName(), metric.Name, metric.Type, .. metric.Labels];
        var initializer = metric.Meter is { } meter ? $" {{ Meter = \"{meter}\" }}"
            : metric.Zeros is [] ? "" : $" {{ Zeros = [{string.Join(", ", metric.Zeros.Select(FormatList))}] }}";
        // In lines of at most 120 columns, of which the first begins with 8 spaces and the others with 12.
        return LineOfEntry().Replace($"new({FormatList(arguments)[1..^1]}){initializer},", "            $1\n")[4..];
    }

    private static string FormatList(string[] texts) => $"[{string.Join(", ", texts.Select(text => $"\"{text}\""))}]";

    [GeneratedRegex("(^.{1,112}|.{1,108})(?: |$)")]
    private static partial Regex LineOfEntry();
}
