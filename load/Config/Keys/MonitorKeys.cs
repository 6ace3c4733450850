using Load.Config.Options;
using Load.Diagnostics;
using Load.Http;
using Load.Target;
using Load.Units;

namespace Load.Config.Keys;

/// <summary>The options that define the monitored processes: the processes whose metrics are read.</summary>
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
        "Process whose /metrics are read, as name=http://host:port; repeatable. The name target stands for the target, "
        + "which is read at its own URL by default.",
        ParseProcess) { ValueName = "process", IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<(Quantity Quantity, string Name)> Metric = new(
        "metric",
        "Metric from which to read a quantity, as in memory=metric_name; repeatable. Quantities: pool-threads, "
        + "pool-queue, memory, anonymous-memory, time-wait.",
        ParseMetric) { ValueName = "metric", IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<Reconciliation> Reconcile = new(
        "reconcile",
        "Counter of a process, as name=counter_total. If it does not grow by one for each success, the result is "
        + "INVALID.",
        ParseReconciliation) { ValueName = "counter", IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<Duration> Settle = new(
        "settle",
        "Cool-down: how long to wait after the load before memory is read once more.",
        Parsers.DurationParser(TimeSpan.Zero)) { ValueName = "time", Default = "0s" };

    public static readonly IReadOnlyList<OptionKey> All = [Monitor, Metric, Reconcile, Settle];

    private static MonitoredProcess ParseProcess(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var url] && UrlText.IsAbsolute(url)
            ? new MonitoredProcess(name, UrlText.GetBaseUrl(url))
            : throw ParseException.CreateUnexpected(text, "name=http://host:port", "database=http://127.0.0.1:5101");

    private static (Quantity Quantity, string Name) ParseMetric(string text) =>
        text.Split('=', 2) is [var quantity, var name]
        && Quantities.TryGetValue(quantity, out var found)
        && IsMetric(name)
            ? (found, name)
            : throw ParseException.CreateUnexpected(
                text,
                $"quantity=metric_name, where quantity is one of {string.Join(", ", Quantities.Keys)}",
                "memory=process_resident_memory_bytes");

    private static Reconciliation ParseReconciliation(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var counter] && IsMetric(counter)
            ? new Reconciliation(name, counter)
            : throw ParseException.CreateUnexpected(text, "name=counter_total", "target=requests_total");

    private static bool IsMetric(string name) =>
        name.Length > 0
        && !char.IsAsciiDigit(name[0])
        && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or ':');
}
