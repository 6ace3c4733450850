using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace ServiceDefaults;

/// <summary>
/// The addresses of a service. All are configured here, because Kestrel knows only one delegate that does it.
/// </summary>
public static class Listeners
{
    /// <summary>Adds the port of a setting to the addresses of the service, on the host of the first one.</summary>
    public static void AddListener(
        this WebApplicationBuilder builder, string setting, int port, HttpProtocols protocols)
    {
        var urls = GetUrls(builder.Configuration);
        builder.WebHost.UseUrls([.. urls, FormatUrl(urls, port)]);
        // Otherwise, Kestrel would warn that the addresses replace them.
        builder.WebHost.UseSetting(WebHostDefaults.HttpPortsKey, "").UseSetting(WebHostDefaults.HttpsPortsKey, "");
        builder.Services.AddOptions<ListenerOptions>().Configure(listeners => listeners.Protocols[port] = protocols)
            .Validate(_ => !Array.Exists(urls, url => BindingAddress.Parse(url).Port == port),
                $"Set {setting} to a port that no other address of the service has: {string.Join(", ", urls)}.")
            .ValidateOnStart();
    }

    /// <summary>Returns the configured addresses. Ports without a host are ports of all interfaces.</summary>
    public static string[] GetUrls(IConfiguration configuration)
    {
        var urls = Split(WebHostDefaults.ServerUrlsKey);
        var http = Split(WebHostDefaults.HttpPortsKey).Select(port => $"http://*:{port}");
        var https = Split(WebHostDefaults.HttpsPortsKey).Select(port => $"https://*:{port}");
        return urls is [] ? [.. http, .. https] : urls;

        string[] Split(string key) => (configuration[key] ?? "").Split(
            ';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }

    /// <summary>Returns the address of a port on the host of the first address, which may be a Unix socket.</summary>
    internal static string FormatUrl(string[] urls, int port)
    {
        var first = BindingAddress.Parse(urls[0]);
        return $"http://{(first.IsUnixPipe || first.IsNamedPipe ? "localhost" : first.Host)}:{port}";
    }

    internal static void AddListeners(this IServiceCollection services) => services.AddOptions<KestrelServerOptions>()
        .Configure<IOptions<ListenerOptions>, IOptions<RequestLimits>>((kestrel, listeners, limits) =>
        {
            // Kestrel counts the connections of each address for itself.
            kestrel.Limits.MaxConcurrentConnections = limits.Value.Connections;
            kestrel.ConfigureEndpointDefaults(listen =>
            {
                if (listeners.Value.Protocols.TryGetValue(listen.IPEndPoint?.Port ?? 0, out var protocols))
                    listen.Protocols = protocols;
            });
        })
        .Validate<IConfiguration, TimeProvider>(
            (_, settings, time) => settings["Kestrel:Certificates:Default:Path"] is not { Length: > 0 } path
                || (File.Exists(path) && (Path.GetExtension(path) is not ".pem"
                    || X509CertificateLoader.LoadCertificateFromFile(path).NotAfter > time.GetLocalNow())),
            "Kestrel:Certificates:Default:Path: the certificate is missing or has expired. Make one: make certificate")
        .ValidateOnStart();
}

/// <summary>The versions of HTTP that ports other than the first one speak.</summary>
internal sealed class ListenerOptions
{
    public Dictionary<int, HttpProtocols> Protocols { get; } = [];
}
