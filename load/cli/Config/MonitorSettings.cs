using System.Diagnostics.CodeAnalysis;

namespace TwoTier.Load.Cli.Config;

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
        "Process whose metrics to read, as name=http://host:port. Its Prometheus metrics are at /metrics, or at the "
        + "path of the URL. The name target stands for the service that gets the load, whose request count is then "
        + "compared with the tool's; without a URL, its metrics are read at its own address, and with target=:8082 at "
        + "another port of it, over HTTP. Repeatable.",
        CommandSet.Measuring | CommandSet.Steered,
        ValueName = "process", NameSeparator = "=", Parser = nameof(ParseProcess), IsOften = true)]
    public IReadOnlyList<MonitorChoice> Monitor { get; init; } = [];

    [Option(
        "Metric from which to read a quantity, as in memory=metric_name. Quantities: pool-threads, pool-queue, "
        + "memory, anonymous-memory, time-wait, and the successes of one process, as in "
        + "target.successes=counter_total: if that counter does not grow by one for each success, the result is "
        + "INVALID. Repeatable.",
        CommandSet.Measuring | CommandSet.Steered,
        ValueName = "metric", NameSeparator = "=", Parser = nameof(ParseMetric))]
    public IReadOnlyList<ChosenMetric> Metric { get; init; } = [];

    [Option(
        "Cool-down: how long to wait after the load before memory is read once more.",
        CommandSet.Run | CommandSet.Compare, ValueName = "time", Default = "0s")]
    public TimeSpan Settle { get; init; }

    /// <summary>Gets the monitored processes: the target first, then the others in the order of the options.</summary>
    public IReadOnlyList<MonitoredProcess> Read(
        IReadOnlyList<RequestDefinition> requests, bool hasOwnUrl = false, IReadOnlyList<MonitorChoice>? own = null)
    {
        var urls = requests.SelectMany(parts => parts.Urls);
        string[] hosts = [.. urls.Select(url => UrlText.GetBaseUrl(url.Text)).Distinct()];
        var counters = Metric.Select(one => one.Counter).OfType<Reconciliation>().ToArray();
        // The last metric for a quantity counts.
        var metricNames = Metric.Where(one => one.Counter is null)
            .GroupBy(one => one.Quantity)
            .ToDictionary(quantity => quantity.Key, quantity => quantity.Last().Name);

        // A counter of the target is read from the metrics of the target, so an option that names the counter also
        // turns on the monitoring of the target.
        var implied = counters.Where(one => one.Process == MonitoredProcess.Target)
            .Select(one => new MonitorChoice(one.Process, null));
        MonitoredProcess[] all =
        [
            .. (own ?? [])
                .Concat(Monitor.GroupBy(process => process.Name, (_, same) => same.Last()))
                .Concat(implied)
                .DistinctBy(process => process.Name)
                .OrderByDescending(process => process.Name == MonitoredProcess.Target)
                .Select(process => LocateProcess(process, hosts, hasOwnUrl && own?.Contains(process) is not true))
                .OfType<MonitoredProcess>(),
        ];
        foreach (var unknown in counters.Where(one => all.All(process => process.Name != one.Process)))
        {
            AddError(
                nameof(Metric),
                $"unknown process {unknown.Process}. Known processes: {FormatNames(all)}",
                $"--monitor {unknown.Process}=http://127.0.0.1:5101");
        }

        return
        [
            .. all.Select(process => process with
            {
                ReconciledCounterName = counters.FirstOrDefault(one => one.Process == process.Name)?.Counter,
                MetricNames = metricNames,

                // If requests go to several servers, the counters of a single server cannot be compared with the
                // client's counts.
                SentRequests =
                    process.Name == MonitoredProcess.Target && hosts.Length == 1 ? new SentRequests(requests) : null,
            }),
        ];
    }

    public static MonitorChoice ParseProcess(string text)
    {
        var (name, url) = text.Split('=', 2) is [var before, var after] ? (before, after) : (text, null);
        if (name == MonitoredProcess.Target && string.IsNullOrEmpty(url))
            return new MonitorChoice(name, null);
        if (name == MonitoredProcess.Target && IsPort(url))
            return new MonitorChoice(name, url);
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

    private static bool IsPort([NotNullWhen(true)] string? url) =>
        url is [':', .. var port] && port.All(char.IsAsciiDigit) && ushort.TryParse(port, out _);

    private static bool IsMetric(string name) =>
        name.Length > 0
        && !char.IsAsciiDigit(name[0])
        && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or ':');

    // A variant with its own URL is another process, whose metrics are read under the same path but at the host of the
    // variant.
    private MonitoredProcess? LocateProcess(MonitorChoice process, string[] hosts, bool isElsewhere)
    {
        var isPort = IsPort(process.MetricsUrl);
        if (process.MetricsUrl is { } url && !isPort && (process.Name != MonitoredProcess.Target || !isElsewhere))
            return new MonitoredProcess(process.Name, url);
        if (hosts.Length == 1 && isPort)
        {
            var host = new Uri(hosts[0]);
            return new MonitoredProcess(
                process.Name,
                $"http://{host.Host}{process.MetricsUrl}{MonitoredProcess.DefaultPath}");
        }

        if (hosts.Length == 1)
        {
            var path = process.MetricsUrl is { } other
                ? other[UrlText.GetBaseUrl(other).Length..]
                : MonitoredProcess.DefaultPath;
            return new MonitoredProcess(process.Name, hosts[0] + path);
        }

        if (hosts.Length > 1)
        {
            AddError(
                nameof(Monitor),
                $"the requests go to {hosts.Length} hosts, and each has metrics of its own",
                $"--monitor {process.Name}={hosts[0]}");
        }

        return null;
    }

    private static string FormatNames(MonitoredProcess[] processes) =>
        processes.Length is 0 ? "none" : string.Join(", ", processes.Select(process => process.Name));
}

/// <summary>The metric of a quantity, or the counter of a process that must grow with the successes.</summary>
internal sealed record ChosenMetric(MonitoredQuantity Quantity, string Name, Reconciliation? Counter = null);
