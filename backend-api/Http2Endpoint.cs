using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using ServiceDefaults;

namespace BackendApi;

/// <summary>
/// HTTP/2 without TLS, on an address of its own: without TLS a client and a server cannot agree on a protocol, so an
/// address speaks either HTTP/1.1 or HTTP/2. An https address speaks both. Configuration section <c>Http2</c>.
/// </summary>
internal sealed class Http2Options
{
    /// <summary>
    /// The port that speaks HTTP/2, next to that of HTTP/1.1. The default is 0, for none. With https, there is none.
    /// </summary>
    [Range(0, 65_535, ErrorMessage = "Set Http2:Port to a port from 1 to {2}, or to {1} for no HTTP/2.")]
    public int Port { get; init; }

    /// <summary>The requests in progress on one connection, 1 to 1000. The default is 100, as in Kestrel.</summary>
    [Range(1, 1_000, ErrorMessage = "Set Http2:MaxStreamsPerConnection to a number between {1} and {2}.")]
    public int MaxStreamsPerConnection { get; init; } = 100;
}

internal static class Http2Endpoint
{
    /// <summary>
    /// Adds the address that speaks HTTP/2, if one is configured, to the addresses of the service. Beside https, it
    /// would be a way around TLS.
    /// </summary>
    public static void AddHttp2Endpoint(this WebApplicationBuilder builder)
    {
        builder.Services.AddSettings<Http2Options>("Http2");
        var options = builder.Configuration.GetSection("Http2").Get<Http2Options>() ?? new();
        // Kestrel rejects 0 before the validation can say what to do.
        builder.WebHost.ConfigureKestrel(
            kestrel => kestrel.Limits.Http2.MaxStreamsPerConnection = Math.Max(1, options.MaxStreamsPerConnection));
        var isTls = Listeners.GetUrls(builder.Configuration)[0].StartsWith("https:", StringComparison.OrdinalIgnoreCase);
        if (options.Port is not 0 && !isTls)
            builder.AddListener("Http2:Port", options.Port, HttpProtocols.Http2);
    }
}
