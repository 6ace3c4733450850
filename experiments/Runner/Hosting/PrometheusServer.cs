namespace Experiments.Hosting;

/// <summary>
/// A Prometheus process with the configuration and the rules of the repository. Only its targets are replaced by fixed
/// addresses, because no DNS names exist for processes outside containers.
/// </summary>
internal static partial class PrometheusServer
{
    /// <summary>Starts the process, whose data stay in a folder.</summary>
    public static Task<ServiceProcess> StartAsync(
        string folder, IReadOnlyDictionary<string, Uri[]> targets, CancellationToken stop)
    {
        var configuration = Path.Combine(Directory.CreateDirectory(folder).FullName, "prometheus.yml");
        var committed = ProgramLocator.ReadFile("prometheus/prometheus.yml");
        File.WriteAllText(configuration, AdaptConfiguration(committed, targets));
        var program = new ProcessStartInfo("prometheus",
        [
            $"--config.file={configuration}", $"--storage.tsdb.path={Path.Combine(folder, "prometheus")}",
            $"--web.listen-address=127.0.0.1:{ServiceProcess.PortPlaceholder}", "--log.level=error",
        ]);
        return ServiceProcess.StartAsync(program, new() { Name = "Prometheus", ReadyPath = "/-/ready" }, stop);
    }

    /// <summary>Replaces DNS lookups with fixed addresses, and makes the path of the rules absolute.</summary>
    internal static string AdaptConfiguration(string configuration, IReadOnlyDictionary<string, Uri[]> targets) =>
        DnsDiscovery().Replace(
            configuration.Replace(
                "rules/", ProgramLocator.GetPath("prometheus", "rules") + "/", StringComparison.Ordinal),
            match => "static_configs: [{ targets: [" + string.Join(", ", targets
                .GetValueOrDefault(match.Groups["name"].Value, []).Select(uri => $"'{uri.Authority}'")) + "] }]");

    [GeneratedRegex(@"dns_sd_configs: \[\{ names: \[(tasks\.)?(?<name>[\w-]+)\.\].*\]")]
    private static partial Regex DnsDiscovery();
}
