using System.Net;
using Microsoft.AspNetCore.HttpOverrides;
using Microsoft.Extensions.Options;
using IPNetwork = System.Net.IPNetwork;

namespace ServiceDefaults;

/// <summary>
/// Believes the headers X-Forwarded-For, -Proto, -Host and -Prefix of named proxies, and of nobody else, so that links
/// have the scheme, the host and the prefix that callers see. Configuration section <c>Proxies</c>.
/// </summary>
internal static class TrustedProxies
{
    public static void AddTo(IServiceCollection services) => services.AddSettings<ProxyOptions>("Proxies").Validate(
        proxies => proxies.GetNetworks().All(network => network is not null),
        "Set Proxies:Trusted to addresses and networks, such as 10.0.0.0/8;127.0.0.1.");

    /// <summary>Without a proxy, no request passes the middleware.</summary>
    public static void Use(WebApplication app)
    {
        var networks = app.Services.GetRequiredService<IOptions<ProxyOptions>>().Value.GetNetworks();
        if (networks is [])
            return;
        var options = new ForwardedHeadersOptions { ForwardedHeaders = ForwardedHeaders.All, ForwardLimit = null };
        options.KnownProxies.Clear();
        options.KnownIPNetworks.Clear();
        foreach (var network in networks)
            options.KnownIPNetworks.Add(network!.Value);
        app.UseForwardedHeaders(options);
    }
}

internal sealed class ProxyOptions
{
    /// <summary>The addresses and networks of the proxies, separated by semicolons; none by default.</summary>
    public string Trusted { get; init; } = "";

    public IPNetwork?[] GetNetworks() =>
    [
        .. from text in Trusted.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
           select IPNetwork.TryParse(text, out var network) ? network
               : IPAddress.TryParse(text, out var address) ? new IPNetwork(address, 8 * address.GetAddressBytes().Length)
               : (IPNetwork?)null,
    ];
}
