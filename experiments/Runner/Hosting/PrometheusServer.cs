namespace Experiments.Hosting;

/// <summary>
/// A Prometheus process with the configuration and the rules of the repository. Only its targets are replaced by fixed
/// addresses, because no DNS names exist for processes outside containers.
/// </summary>
internal sealed partial class PrometheusServer(
    Process process, DirectoryInfo data, Uri address, HttpClient http, CancellationToken stop) : IAsyncDisposable
{
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(20);
    private static readonly string Configuration = ProgramLocator.GetPath("prometheus", "prometheus.yml");

    public Uri Address => address;

    public static async Task<PrometheusServer> StartAsync(
        HttpClient http, IReadOnlyDictionary<string, Uri[]> targets, CancellationToken stop)
    {
        if (!ProgramLocator.IsInstalled("prometheus"))
            throw new StudyException("Prometheus is not installed: the command prometheus is not on the PATH.");
        var (data, address) = (Directory.CreateTempSubdirectory("testbed-prometheus-"), FreePort.FindAddress());
        var configuration = Path.Combine(data.FullName, "prometheus.yml");
        File.WriteAllText(configuration, AdaptConfiguration(File.ReadAllText(Configuration), targets));
        var process = ProcessRunner.Start(new ProcessStartInfo("prometheus",
        [
            $"--config.file={configuration}", $"--storage.tsdb.path={Path.Combine(data.FullName, "data")}",
            $"--web.listen-address={address.Authority}", "--log.level=error",
        ]));
        var server = new PrometheusServer(process, data, address, http, stop);
        var ready = ReadinessProbe.WaitAsync(http, "Prometheus", new Uri(address, "/-/ready"), stop);
        var first = await Task.WhenAny(ready, process.WaitForExitAsync(stop));
        if (first == ready && ready.IsCompletedSuccessfully)
            return server;
        await server.DisposeAsync();
        stop.ThrowIfCancellationRequested();
        throw new StudyException("Prometheus did not start. The error message of Prometheus is above.");
    }

    /// <returns>The names of the alerts that fire.</returns>
    public async Task<IReadOnlySet<string>> GetFiringAlertsAsync()
    {
        var answer = JsonElement.Parse(await http.GetStringAsync(new Uri(address, "/api/v1/alerts"), stop));
        return answer.GetProperty("data").GetProperty("alerts").EnumerateArray()
            .Where(alert => $"{alert.GetProperty("state")}" is "firing")
            .Select(alert => $"{alert.GetProperty("labels").GetProperty("alertname")}").ToHashSet();
    }

    public async ValueTask DisposeAsync()
    {
        await ProcessRunner.StopAsync(process, StopLimit);
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
