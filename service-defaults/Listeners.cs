using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace ServiceDefaults;

/// <summary>
/// The addresses of a service. All are configured here, because Kestrel knows only one delegate that does it.
/// </summary>
public static class Listeners
{
    /// <summary>The time that a connection has for its first byte, if the connections are limited.</summary>
    internal static readonly TimeSpan SilenceLimit = TimeSpan.FromSeconds(5);

    /// <summary>Adds a port to the addresses of the service, on the host of the first one.</summary>
    public static void AddListener(this WebApplicationBuilder builder, int port, HttpProtocols protocols)
    {
        // Ports without a host, which containers use, are ports of all interfaces.
        string[] urls = builder.Configuration[WebHostDefaults.ServerUrlsKey] is { Length: > 0 } given
            ? given.Split(';')
            : [.. builder.Configuration[WebHostDefaults.HttpPortsKey]!.Split(';').Select(port => $"http://*:{port}")];
        builder.WebHost.UseUrls([.. urls, $"http://{BindingAddress.Parse(urls[0]).Host}:{port}"]);
        builder.Services.Configure<ListenerOptions>(listeners => listeners.Protocols[port] = protocols);
    }

    internal static void AddListeners(this IServiceCollection services) => services.AddOptions<KestrelServerOptions>()
        .Configure<IOptions<ListenerOptions>, IOptions<RequestLimits>, TimeProvider>(
            (kestrel, listeners, limits, time) =>
            {
                // Kestrel counts the connections of each address for itself.
                kestrel.Limits.MaxConcurrentConnections = limits.Value.Connections;
                if (limits.Value.Connections is not null)
                    kestrel.Limits.RequestHeadersTimeout = SilenceLimit;
                kestrel.ConfigureEndpointDefaults(listen =>
                {
                    if (listeners.Value.Protocols.TryGetValue(listen.IPEndPoint?.Port ?? 0, out var protocols))
                        listen.Protocols = protocols;
                    if (limits.Value.Connections is not null)
                        listen.Use(next => connection => CloseIfSilentAsync(connection, next, time));
                });
            })
        .Validate<IConfiguration, TimeProvider>(
            (_, settings, time) => settings["Kestrel:Certificates:Default:Path"] is not { Length: > 0 } path
                || (File.Exists(path) && (Path.GetExtension(path) is not ".pem"
                    || X509CertificateLoader.LoadCertificateFromFile(path).NotAfter > time.GetLocalNow())),
            "Kestrel:Certificates:Default:Path: the certificate is missing or has expired. Make one: make certificate")
        .ValidateOnStart();

    /// <summary>
    /// Ends a connection whose first byte does not arrive in time: until then, it takes the place of another one. For
    /// the time between two requests, and for that before the first one, Kestrel has the same limit, of 130 s.
    /// </summary>
    private static async Task CloseIfSilentAsync(
        ConnectionContext connection, ConnectionDelegate next, TimeProvider time)
    {
        var stopping = connection.Features.Get<IConnectionLifetimeNotificationFeature>()!.ConnectionClosedRequested;
        try
        {
            using var deadline = new CancellationTokenSource(SilenceLimit, time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, stopping);
            var first = await connection.Transport.Input.ReadAsync(either.Token);
            connection.Transport.Input.AdvanceTo(first.Buffer.Start);
        }
        catch (Exception exception) when (exception is OperationCanceledException or IOException)
        {
            return;
        }

        await next(connection);
    }
}

/// <summary>The versions of HTTP that ports other than the first one speak.</summary>
internal sealed class ListenerOptions
{
    public Dictionary<int, HttpProtocols> Protocols { get; } = [];
}
