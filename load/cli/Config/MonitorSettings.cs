namespace TwoTier.Load.Cli.Config;

/// <summary>The options that define the monitored processes: the processes whose metrics are read.</summary>
internal sealed record MonitorSettings : Settings
{
    private const string Successes = "successes";

    private static readonly Dictionary<string, MonitoredQuantity> Quantities = new()
    {
        ["pool-threads"] = MonitoredQuantity.PoolThreads,
        ["pool-queue"] = MonitoredQuantity.PoolQueue,
        ["memory"] = MonitoredQuantity.Memory,
        ["anonymous-memory"] = MonitoredQuantity.AnonymousMemory,
        ["time-wait"] = MonitoredQuantity.TimeWait,
    };

    [Option(
        "Process to read metrics of, as name=http://host:port. Repeatable; it has Prometheus metrics at /metrics, or "
        + "at the path of the URL. The name target stands for the service that gets the load, whose request counts are "
        + "then compared; without a URL, it is read at its own address.",
        CommandSet.Measuring | CommandSet.Stage,
        ValueName = "process", NameSeparator = "=", Parser = nameof(ParseProcess), IsOften = true)]
    public IReadOnlyList<MonitorChoice> Monitor { get; init; } = [];

    [Option(
        "Metric from which to read a quantity, as in memory=metric_name; repeatable. Quantities: pool-threads, "
        + "pool-queue, memory, anonymous-memory, time-wait, and the successes of one process, as in "
        + "target.successes=counter_total: if that counter does not grow by one for each success, the result is "
        + "INVALID.",
        CommandSet.Measuring | CommandSet.Stage,
        ValueName = "metric", NameSeparator = "=", Parser = nameof(ParseMetric))]
    public IReadOnlyList<ChosenMetric> Metric { get; init; } = [];

    [Option(
        "Cool-down: how long to wait after the load before memory is read once more.",
        CommandSet.Run | CommandSet.Compare, ValueName = "time", Default = "0s")]
    public TimeSpan Settle { get; init; }

    /// <summary>The counters that must grow by the number of successful requests.</summary>
    public IReadOnlyList<Reconciliation> Counters => [.. Metric.Select(one => one.Counter).OfType<Reconciliation>()];

    /// <summary>The metrics from which to read some quantities. The last one for a quantity counts.</summary>
    public IReadOnlyDictionary<MonitoredQuantity, string> MetricNames => Metric
        .Where(one => one.Counter is null)
        .GroupBy(one => one.Quantity)
        .ToDictionary(quantity => quantity.Key, quantity => quantity.Last().Name);

    public static MonitorChoice ParseProcess(string text)
    {
        var (name, url) = text.Split('=', 2) is [var before, var after] ? (before, after) : (text, null);
        if (name == MonitoredProcess.Target && string.IsNullOrEmpty(url))
            return new MonitorChoice(name, null);
        return name.Length > 0 && url is not null && UrlText.IsAbsolute(url)
            ? new MonitorChoice(
                name,
                url.Length > UrlText.GetBaseUrl(url).Length + 1
                    ? url
                    : UrlText.GetBaseUrl(url) + MonitoredProcess.DefaultPath)
            : throw ParseException.CreateForUnexpectedText(text, "name=http://host:port", "database=http://127.0.0.1:5101");
    }

    private static ChosenMetric ParseMetric(string text)
    {
        var (quantity, name) = text.Split('=', 2) is [var before, var after] ? (before, after) : (text, "");
        var process = quantity.EndsWith($".{Successes}", StringComparison.Ordinal)
            ? quantity[..^(Successes.Length + 1)]
            : "";
        if (IsMetric(name) && process.Length > 0)
            return new ChosenMetric(default, name, new Reconciliation(process, name));
        return IsMetric(name) && Quantities.TryGetValue(quantity, out var found)
            ? new ChosenMetric(found, name)
            : throw ParseException.CreateForUnexpectedText(
                text,
                $"quantity=metric_name, where quantity is one of {string.Join(", ", Quantities.Keys)}, "
                + $"or process.{Successes}",
                "memory=process_resident_memory_bytes");
    }

    private static bool IsMetric(string name) =>
        name.Length > 0
        && !char.IsAsciiDigit(name[0])
        && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or ':');
}

/// <summary>The metric of a quantity, or the counter of a process that must grow with the successes.</summary>
internal sealed record ChosenMetric(MonitoredQuantity Quantity, string Name, Reconciliation? Counter = null);
