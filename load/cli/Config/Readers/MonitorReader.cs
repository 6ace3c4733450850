namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>
/// Reads from the options which processes are monitored, with the metrics and the counter of each process.
/// </summary>
internal sealed class MonitorReader(Scenario scenario)
{
    private readonly MonitorSettings _settings = scenario.Monitor;

    public IReadOnlyList<MonitoredProcess> Read(
        IReadOnlyList<RequestDefinition> requests, bool hasOwnUrl = false, IReadOnlyList<MonitorChoice>? own = null)
    {
        var urls = requests.SelectMany(parts => parts.Urls);
        string[] hosts = [.. urls.Select(url => UrlText.GetBaseUrl(url.Text)).Distinct()];
        var counters = _settings.Counters;

        // A counter of the target is read from the metrics of the target, so an option that names the counter also
        // turns on the monitoring of the target.
        var implied = counters.Where(one => one.Process == MonitoredProcess.Target)
            .Select(one => new MonitorChoice(one.Process, null));
        MonitoredProcess[] all =
        [
            .. (own ?? [])
                .Concat(_settings.Monitor.GroupBy(process => process.Name, (_, same) => same.Last()))
                .Concat(implied)
                .DistinctBy(process => process.Name)
                .OrderByDescending(process => process.Name == MonitoredProcess.Target)
                .Select(process => LocateProcess(process, hosts, hasOwnUrl && own?.Contains(process) is not true))
                .OfType<MonitoredProcess>(),
        ];
        foreach (var unknown in counters.Where(one => all.All(process => process.Name != one.Process)))
        {
            _settings.AddError(
                nameof(_settings.Metric),
                $"unknown process {unknown.Process}. Known processes: {FormatNames(all)}",
                $"--monitor {unknown.Process}=http://127.0.0.1:5101");
        }

        return
        [
            .. all.Select(process => process with
            {
                ReconciledCounterName = counters.FirstOrDefault(one => one.Process == process.Name)?.Counter,
                MetricNames = _settings.MetricNames,

                // If requests go to several servers, the counters of a single server cannot be compared with the
                // client's counts.
                SentRequests =
                    process.Name == MonitoredProcess.Target && hosts.Length == 1 ? new SentRequests(requests) : null,
            }),
        ];
    }

    // A variant with its own URL is another process, whose metrics are read under the same path but at the host of the
    // variant.
    private MonitoredProcess? LocateProcess(MonitorChoice process, string[] hosts, bool isElsewhere)
    {
        if (process.MetricsUrl is { } url && (process.Name != MonitoredProcess.Target || !isElsewhere))
            return new MonitoredProcess(process.Name, url);
        if (hosts.Length == 1)
        {
            var path = process.MetricsUrl is { } other
                ? other[UrlText.GetBaseUrl(other).Length..]
                : MonitoredProcess.DefaultPath;
            return new MonitoredProcess(process.Name, hosts[0] + path);
        }

        if (hosts.Length > 1)
        {
            _settings.AddError(
                nameof(_settings.Monitor),
                $"the requests go to {hosts.Length} hosts, and each has metrics of its own",
                $"--monitor {process.Name}={hosts[0]}");
        }

        return null;
    }

    private static string FormatNames(MonitoredProcess[] processes) =>
        processes.Length is 0 ? "none" : string.Join(", ", processes.Select(process => process.Name));
}
