using Load.Config.Options;
using Load.Diagnostics;
using Load.Http;
using Load.Target;
using Load.Units;

namespace Load.Config.Keys;

/// <summary>The options that name the processes whose metrics are read.</summary>
internal static class MonitorKeys
{
    private static readonly Dictionary<string, Quantity> Quantities = new()
    {
        ["pool-threads"] = Quantity.PoolThreads,
        ["pool-queue"] = Quantity.PoolQueue,
        ["memory"] = Quantity.Memory,
        ["anonymous-memory"] = Quantity.AnonymousMemory,
        ["time-wait"] = Quantity.TimeWait,
    };

    public static readonly OptionKey<MonitoredProcess> Monitor = new(
        "monitor",
        "Read the /metrics of this process too: name=http://host:port. The name target is for the target's own metrics.",
        ParseProcess) { IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<(Quantity Quantity, string Name)> Metric = new(
        "metric",
        "Read a quantity from this metric: pool-threads, pool-queue, memory, anonymous-memory or time-wait=metric_name.",
        ParseMetric) { IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<Reconciliation> Reconcile = new(
        "reconcile",
        "INVALID unless this counter of a process grows by one for each success: name=counter_total.",
        ParseReconciliation) { IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<Duration> Settle = new(
        "settle", "Cool-down: wait this long after the load, then read the memory once more.", Parsers.DurationParser(TimeSpan.Zero))
    {
        Default = "0s",
    };

    public static readonly IReadOnlyList<OptionKey> All = [Monitor, Metric, Reconcile, Settle];

    private static MonitoredProcess ParseProcess(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var url] && UrlText.IsAbsolute(url)
            ? new MonitoredProcess(name, UrlText.GetBaseUrl(url))
            : throw ParseException.CreateUnexpected(text, "name=http://host:port", "database=http://127.0.0.1:5101");

    private static (Quantity Quantity, string Name) ParseMetric(string text) =>
        text.Split('=', 2) is [var quantity, var name] && Quantities.TryGetValue(quantity, out var found) && IsMetric(name)
            ? (found, name)
            : throw ParseException.CreateUnexpected(
                text, $"one of {string.Join(", ", Quantities.Keys)} and a metric's name", "memory=process_resident_memory_bytes");

    private static Reconciliation ParseReconciliation(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var counter] && IsMetric(counter)
            ? new Reconciliation(name, counter)
            : throw ParseException.CreateUnexpected(text, "a process's name and a counter's", "target=requests_total");

    private static bool IsMetric(string name) =>
        name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or ':') && !char.IsAsciiDigit(name[0]);
}
