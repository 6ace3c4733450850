namespace Studies.Metrics;

/// <summary>Formats docs/metrics.md, the page that shows the registry of metrics.</summary>
internal static class MetricsPage
{
    public static string Format(MetricsRegistry registry, IReadOnlyList<MetricUse> uses)
    {
        var page = new StringBuilder(
            "# Metrics\n\n"
            + "This page is made from [`prometheus/metrics.yaml`](../prometheus/metrics.yaml) with `make generate`. "
            + "Tests compare that file with what the programs expose and what queries read.\n\n"
            + "`frontend` and `backend` are the services in .NET, `go` is the ingestion pair in Go, and `load` is the "
            + "load tool. A histogram has the series `_bucket`, `_sum` and `_count`. Prometheus adds the labels `job` "
            + "and `instance`.\n\n"
            + "`rate()` does not count the first value of a series, and a series does not exist before its first "
            + "event. For requests, 5xx responses and failed calls, use the recording rules that end with `:total`, "
            + "which are 0 from the first scrape of a process on: "
            + "`rate(instance_status:http_server_errors:total[20s])`.\n");
        foreach (var (name, metrics) in registry.Groups)
        {
            page.Append($"\n## {name}\n\n| metric | type, unit; from | meaning, labels, use |\n|---|---|---|\n");
            foreach (var metric in metrics)
                page.Append(FormatRow(metric, uses)).Append('\n');
        }

        return page.ToString();
    }

    private static string FormatRow(RegisteredMetric metric, IReadOnlyList<MetricUse> uses)
    {
        var labels = metric.Labels is [] ? "" : $"<br>{string.Join(", ", metric.Labels.Select(label => $"`{label}`"))}";
        var when = metric.When is "" ? "" : $" Only if: {metric.When}.";
        return $"| `{metric.Name}` | {metric.Type}, {metric.Unit}; {string.Join(", ", metric.From)} "
            + $"| {metric.Meaning}{when}{labels}{FormatUses(metric, uses)} |";
    }

    private static string FormatUses(RegisteredMetric metric, IReadOnlyList<MetricUse> uses) => string.Concat(
        from use in uses
        where metric.Matches(use.Name) && (use.Kind is "dashboard" or "alert")
        group use.Place by use.Kind into kind
        orderby kind.Key descending
        select $"<br>{kind.Key}: {string.Join(", ", kind.Distinct().Order(StringComparer.Ordinal))}");
}
