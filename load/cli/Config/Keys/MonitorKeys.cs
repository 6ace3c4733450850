namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>The options that define the monitored processes: the processes whose metrics are read.</summary>
internal static class MonitorKeys
{
    private static readonly Dictionary<string, MonitoredQuantity> Quantities = new()
    {
        ["pool-threads"] = MonitoredQuantity.PoolThreads,
        ["pool-queue"] = MonitoredQuantity.PoolQueue,
        ["memory"] = MonitoredQuantity.Memory,
        ["anonymous-memory"] = MonitoredQuantity.AnonymousMemory,
        ["time-wait"] = MonitoredQuantity.TimeWait,
    };

    public static readonly OptionKey<MonitorChoice> MonitoredProcesses = new(
        "monitor",
        "Process whose Prometheus metrics are read, as name=http://host:port[/metrics]; repeatable. The name target "
        + "stands for the service that gets the load, whose request counts are then compared; without a URL, it is "
        + "read at its own address.",
        ParseProcess)
    { ValueName = "process", IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<(MonitoredQuantity Quantity, string Name)> Metric = new(
        "metric",
        "Metric from which to read a quantity, as in memory=metric_name; repeatable. Quantities: pool-threads, "
        + "pool-queue, memory, anonymous-memory, time-wait.",
        ParseMetric)
    { ValueName = "metric", IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<Reconciliation> ReconciledCounter = new(
        "reconcile",
        "Counter of a process, as name=counter_total. If it does not grow by one for each success, the result is "
        + "INVALID.",
        ParseReconciliation)
    { ValueName = "counter", IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<Duration> CoolDown = new(
        "settle",
        "Cool-down: how long to wait after the load before memory is read once more.",
        Parsers.DurationParser(TimeSpan.Zero))
    { ValueName = "time", Default = "0s" };

    public static readonly IReadOnlyList<OptionKey> All = [MonitoredProcesses, Metric, ReconciledCounter, CoolDown];

    private static MonitorChoice ParseProcess(string text)
    {
        var (name, url) = text.Split('=', 2) is [var before, var after] ? (before, after) : (text, null);
        if (name == MonitoredProcess.Target && string.IsNullOrEmpty(url))
            return new MonitorChoice(name, null);
        return name.Length > 0 && url is not null && UrlText.IsAbsolute(url)
            ? new MonitorChoice(name, UrlText.AddPath(url, MonitoredProcess.DefaultPath))
            : throw ParseException.CreateForUnexpectedText(text, "name=http://host:port", "database=http://127.0.0.1:5101");
    }

    private static (MonitoredQuantity Quantity, string Name) ParseMetric(string text) =>
        text.Split('=', 2) is [var quantity, var name]
        && Quantities.TryGetValue(quantity, out var found)
        && IsMetric(name)
            ? (found, name)
            : throw ParseException.CreateForUnexpectedText(
                text,
                $"quantity=metric_name, where quantity is one of {string.Join(", ", Quantities.Keys)}",
                "memory=process_resident_memory_bytes");

    private static Reconciliation ParseReconciliation(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var counter] && IsMetric(counter)
            ? new Reconciliation(name, counter)
            : throw ParseException.CreateForUnexpectedText(text, "name=counter_total", "target=requests_total");

    private static bool IsMetric(string name) =>
        name.Length > 0
        && !char.IsAsciiDigit(name[0])
        && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or ':');
}
