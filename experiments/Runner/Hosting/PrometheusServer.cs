namespace Experiments.Hosting;

/// <summary>
/// A Prometheus process with the configuration and the rules of the repository. Only its targets are replaced by fixed
/// addresses, because no DNS names exist for processes outside containers.
/// </summary>
internal sealed partial class PrometheusServer(ServiceProcess process, DirectoryInfo data) : IAsyncDisposable
{
    public Uri Address => process.Address;

    public static async Task<PrometheusServer> StartAsync(
        IReadOnlyDictionary<string, Uri[]> targets, CancellationToken stop)
    {
        var data = Directory.CreateTempSubdirectory("testbed-prometheus-");
        var configuration = Path.Combine(data.FullName, "prometheus.yml");
        File.WriteAllText(configuration, AdaptConfiguration(ProgramLocator.ReadFile("prometheus/prometheus.yml"), targets));
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
        return new PrometheusServer(await ServiceProcess.StartAsync(program, options, stop), data);
    }

    public async ValueTask DisposeAsync()
    {
        await process.DisposeAsync();
        data.Delete(recursive: true);
    }

    /// <summary>Replaces DNS lookups with fixed addresses, and makes the path of the rules absolute.</summary>
    internal static string AdaptConfiguration(string configuration, IReadOnlyDictionary<string, Uri[]> targets) =>
        DnsDiscovery().Replace(
            configuration.Replace(
                "rules/", ProgramLocator.GetPath("prometheus", "rules") + "/", StringComparison.Ordinal),
            match => "static_configs: [{ targets: [" + string.Join(", ", targets
                .GetValueOrDefault(match.Groups["name"].Value, []).Select(uri => $"'{uri.Authority}'")) + "] }]");

    [GeneratedRegex(@"dns_sd_configs: \[\{ names: \[(tasks\.)?(?<name>[\w-]+)\].*\]")]
    private static partial Regex DnsDiscovery();
}
