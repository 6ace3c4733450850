namespace Experiments.Hosting;

/// <summary>
/// A Prometheus process with the configuration and the rules of the repository. Only its targets are replaced by fixed
/// addresses, because no DNS names exist for processes outside containers.
/// </summary>
internal sealed partial class PrometheusServer(
    ServiceProcess process, DirectoryInfo data, HttpClient http, CancellationToken stop) : IAsyncDisposable
{
    private static readonly string Configuration = ProgramLocator.GetPath("prometheus", "prometheus.yml");

    public Uri Address => process.Address;

    public static async Task<PrometheusServer> StartAsync(
        HttpClient http, IReadOnlyDictionary<string, Uri[]> targets, CancellationToken stop)
    {
        if (!ProgramLocator.IsInstalled("prometheus"))
            throw new StudyException("Prometheus is not installed: the command prometheus is not on the PATH.");
        var data = Directory.CreateTempSubdirectory("testbed-prometheus-");
        var configuration = Path.Combine(data.FullName, "prometheus.yml");
        File.WriteAllText(configuration, AdaptConfiguration(File.ReadAllText(Configuration), targets));
        var program = new ProcessStartInfo("prometheus",
        [
            $"--config.file={configuration}", $"--storage.tsdb.path={Path.Combine(data.FullName, "data")}",
            $"--web.listen-address=127.0.0.1:{ServiceProcess.PortPlaceholder}", "--log.level=error",
        ]);
        var options = new ServiceOptions
        {
            Name = "Prometheus",
            ReadyPath = "/-/ready",
            EndLimit = TimeSpan.FromSeconds(20),
        };
        return new PrometheusServer(await ServiceProcess.StartAsync(program, options, stop), data, http, stop);
    }

    /// <returns>The names of the alerts that fire.</returns>
    public async Task<IReadOnlySet<string>> GetFiringAlertsAsync()
    {
        var answer = JsonElement.Parse(await http.GetStringAsync(new Uri(Address, "/api/v1/alerts"), stop));
        return answer.GetProperty("data").GetProperty("alerts").EnumerateArray()
            .Where(alert => $"{alert.GetProperty("state")}" is "firing")
            .Select(alert => $"{alert.GetProperty("labels").GetProperty("alertname")}").ToHashSet();
    }

    public async ValueTask DisposeAsync()
    {
        await process.DisposeAsync();
        data.Delete(recursive: true);
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
}
