using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;

namespace Studies.Hosting;

/// <summary>
/// A Prometheus of this machine's, with the repository's configuration and rules: only where the targets are differs, as
/// there are no DNS names without containers.
/// </summary>
internal sealed partial class PrometheusServer : IAsyncDisposable
{
    public const string Configuration = "prometheus/prometheus.yml";

    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(20);

    private readonly DirectoryInfo _data = Directory.CreateTempSubdirectory("testbed-prometheus-");
    private readonly Process _process;

    /// <exception cref="IOException">Run in a folder without the repository's prometheus/.</exception>
    /// <exception cref="System.ComponentModel.Win32Exception">No prometheus is installed.</exception>
    public PrometheusServer(IReadOnlyDictionary<string, Uri[]> targets)
    {
        var configuration = Path.Combine(_data.FullName, "prometheus.yml");
        File.WriteAllText(configuration, Located(File.ReadAllText(Configuration), targets));
        Address = FreeAddress();
        _process = Process.Start(new ProcessStartInfo("prometheus",
        [
            $"--config.file={configuration}", $"--storage.tsdb.path={Path.Combine(_data.FullName, "data")}",
            $"--web.listen-address={Address.Authority}", "--log.level=error",
        ]))!;
    }

    public Uri Address { get; }

    public static Uri FreeAddress()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return new($"http://{listener.LocalEndpoint}");
    }

    public async ValueTask DisposeAsync()
    {
        using var limit = new CancellationTokenSource(StopLimit);
        if (!_process.HasExited && Signal.TryTerminate(_process))
            await _process.WaitForExitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (!_process.HasExited)
            _process.Kill();
        await _process.WaitForExitAsync();
        _process.Dispose();
        _data.Delete(recursive: true);
    }

    private static string Located(string configuration, IReadOnlyDictionary<string, Uri[]> targets)
    {
        var rules = Path.Combine(Path.GetFullPath(Path.GetDirectoryName(Configuration)!), "rules");
        return Discovery().Replace(configuration.Replace("rules/", $"{rules}/"), match =>
            $"static_configs: [{{ targets: [{string.Join(", ", targets.GetValueOrDefault(match.Groups["name"].Value, []).Select(uri => $"'{uri.Authority}'"))}] }}]");
    }

    [GeneratedRegex(@"dns_sd_configs: \[\{ names: \[(tasks\.)?(?<name>[\w-]+)\].*\]")]
    private static partial Regex Discovery();
}
