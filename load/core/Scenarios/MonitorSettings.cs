namespace TwoTier.Load.Scenarios;

internal sealed class MonitorSettings
{
    private readonly Dictionary<string, string> _metricNames = [];
    private readonly Dictionary<string, MonitorChoice> _processes = [];

    public void Add(MonitorChoice process) => _processes[process.Name] = process;

    public void AddMetric(string text)
    {
        var (quantity, name) = text.Split('=', 2) is [var before, var after] ? (before, after) : (text, "");
        if (!IsMetric(name) || !ProcessMetrics.Quantities.Contains(quantity))
        {
            throw ParseException.CreateForUnexpectedText(
                text,
                $"quantity=metric_name, where quantity is one of {string.Join(", ", ProcessMetrics.Quantities)}",
                "memory=process_resident_memory_bytes");
        }

        _metricNames[quantity] = name;
    }

    /// <summary>Gets the monitored processes: the target first, then the others in the order of the options.</summary>
    /// <param name="hosts">The base URLs of the requests.</param>
    /// <param name="ofVariant">The processes of a variant, in place of those with the same name.</param>
    /// <param name="isElsewhere">Whether the variant has a URL of its own.</param>
    public IReadOnlyList<MonitoredProcess> Locate(
        IReadOnlyList<string> hosts,
        IReadOnlyList<MonitorChoice>? ofVariant = null,
        bool isElsewhere = false) =>
    [
        .. (ofVariant ?? []).Concat(_processes.Values)
            .DistinctBy(process => process.Name)
            .OrderByDescending(process => process.Name == MonitoredProcess.Target)
            .Select(process => Locate(process, hosts, isElsewhere && ofVariant?.Contains(process) is not true))
            .Select(process => process with
            {
                MetricNames = _metricNames,

                // If requests go to several servers, the counters of a single server cannot be compared with the
                // client's counts.
                IsCounted = process.Name == MonitoredProcess.Target && hosts.Count == 1,
            }),
    ];

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

    private static bool IsPort([NotNullWhen(true)] string? url) =>
        url is [':', .. var port] && port.All(char.IsAsciiDigit) && ushort.TryParse(port, out _);

    private static bool IsMetric(string name) =>
        name.Length > 0
        && !char.IsAsciiDigit(name[0])
        && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or ':');

    // A variant with its own URL is another process, whose metrics are read under the same path but at the host of the
    // variant.
    private static MonitoredProcess Locate(MonitorChoice process, IReadOnlyList<string> hosts, bool isElsewhere)
    {
        var url = process.MetricsUrl;
        var isPort = IsPort(url);
        if (url is not null && !isPort && (process.Name != MonitoredProcess.Target || !isElsewhere))
            return new MonitoredProcess(process.Name, url);
        if (hosts is not [var host])
        {
            throw ParseException.Create(
                $"the requests go to {hosts.Count} hosts, and each has metrics of its own",
                $"--monitor {process.Name}={hosts[0]}").At(new SourceSpan("", "--monitor"));
        }

        return new MonitoredProcess(process.Name, isPort
            ? $"http://{new Uri(host).Host}{url}{MonitoredProcess.DefaultPath}"
            : host + (url is null ? MonitoredProcess.DefaultPath : url[UrlText.GetBaseUrl(url).Length..]));
    }
}
