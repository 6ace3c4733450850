namespace Studies.Hosting;

/// <summary>
/// A Prometheus process with the configuration and the rules of the repository. Only its targets are replaced by fixed
/// addresses, because no DNS names exist for processes outside containers.
/// </summary>
internal sealed partial class PrometheusServer : IAsyncDisposable
{
    private const int Attempts = 3;
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(20);
    private static readonly string Configuration = ProgramLocator.GetPath("prometheus", "prometheus.yml");
    private readonly HttpClient _http;
    private readonly CancellationToken _stop;
    private readonly DirectoryInfo _data;
    private readonly Process _process;

    private PrometheusServer(HttpClient http, IReadOnlyDictionary<string, Uri[]> targets, CancellationToken stop)
    {
        (_http, _stop) = (http, stop);
        _data = Directory.CreateTempSubdirectory("testbed-prometheus-");
        var configuration = Path.Combine(_data.FullName, "prometheus.yml");
        File.WriteAllText(configuration, AdaptConfiguration(File.ReadAllText(Configuration), targets));
        Address = FreePort.FindAddress();
        _process = ProcessRunner.Start(new ProcessStartInfo("prometheus",
        [
            $"--config.file={configuration}", $"--storage.tsdb.path={Path.Combine(_data.FullName, "data")}",
            $"--web.listen-address={Address.Authority}", "--log.level=error",
        ]));
    }

    public Uri Address { get; }

    public static async Task<PrometheusServer> StartAsync(
        HttpClient http, IReadOnlyDictionary<string, Uri[]> targets, CancellationToken cancellationToken)
    {
        if (!ProgramLocator.IsInstalled("prometheus"))
            throw new StudyException("prometheus is not installed here");
        // The start is tried again if another program takes the chosen port before Prometheus does.
        for (var attempt = 1; ; attempt++)
        {
            var server = new PrometheusServer(http, targets, cancellationToken);
            var ready = ReadinessProbe.WaitAsync(
                http, "Prometheus", new Uri(server.Address, "/-/ready"), cancellationToken);
            var first = await Task.WhenAny(ready, server._process.WaitForExitAsync(cancellationToken));
            if (first == ready && ready.IsCompletedSuccessfully && !server._process.HasExited)
                return server;
            await server.DisposeAsync();
            cancellationToken.ThrowIfCancellationRequested();
            if (attempt == Attempts)
                throw new StudyException("Prometheus did not start. The error message of Prometheus is above.");
        }
    }

    /// <returns>The names of the alerts that fire, each with its summary text.</returns>
    public async Task<IReadOnlyDictionary<string, string>> GetFiringAlertsAsync()
    {
        var response = JsonSerializer.Deserialize<AlertResponse>(
            await _http.GetStringAsync(new Uri(Address, "/api/v1/alerts"), _stop), JsonSerializerOptions.Web)!;
        return response.Data.Alerts
            .Where(alert => alert.State is "firing")
            .GroupBy(alert => alert.Labels["alertname"])
            .ToDictionary(alerts => alerts.Key, alerts => alerts.First().Annotations["summary"]);
    }

    public async ValueTask DisposeAsync()
    {
        await ProcessRunner.StopAsync(_process, StopLimit);
        _data.Delete(recursive: true);
    }

    /// <summary>Replaces DNS lookups with fixed addresses, and makes the path of the rules absolute.</summary>
    internal static string AdaptConfiguration(string configuration, IReadOnlyDictionary<string, Uri[]> targets)
    {
        var rules = Path.Combine(Path.GetDirectoryName(Configuration)!, "rules");
        return DnsDiscoveryPattern().Replace(configuration.Replace("rules/", $"{rules}/", StringComparison.Ordinal), match =>
        {
            var addresses = targets.GetValueOrDefault(match.Groups["name"].Value, [])
                .Select(uri => $"'{uri.Authority}'");
            return $"static_configs: [{{ targets: [{string.Join(", ", addresses)}] }}]";
        });
    }

    [GeneratedRegex(@"dns_sd_configs: \[\{ names: \[(tasks\.)?(?<name>[\w-]+)\].*\]")]
    private static partial Regex DnsDiscoveryPattern();

    private sealed record AlertResponse(AlertData Data);

    private sealed record AlertData(IReadOnlyList<Alert> Alerts);

    private sealed record Alert(
        string State, IReadOnlyDictionary<string, string> Labels, IReadOnlyDictionary<string, string> Annotations);
}
