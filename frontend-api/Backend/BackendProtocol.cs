using System.Net;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Backend;

/// <summary>The values of the query flag <c>http</c>: the version of HTTP with which the back-end is called.</summary>
internal static class BackendProtocol
{
    /// <summary>A connection carries one request at a time.</summary>
    public const string Http11 = "1.1";

    /// <summary>One connection carries all requests, up to the limit of the back-end. Further requests wait.</summary>
    public const string Http2 = "2";

    /// <summary>As HTTP/2, but requests above the limit of the back-end open further connections.</summary>
    public const string Http2Multi = "2-multi";

    public static readonly ChoiceFlag HttpFlag = new("http",
        "The version of HTTP to the back-end: 2 uses one connection, 2-multi opens more when it is full. WebClient "
        + "strategies do not have this flag.",
        [Http11, Http2, Http2Multi], Http11)
    {
        ConfigurationKey = "Client:Http",
    };

    /// <summary>Makes a client call the back-end with the given version of HTTP.</summary>
    /// <param name="client">The client to configure.</param>
    /// <param name="http">A value of the query flag <c>http</c>.</param>
    /// <param name="backend">The address at which the back-end speaks this version.</param>
    public static void Configure(HttpClient client, string http, Uri? backend)
    {
        client.BaseAddress = backend;
        if (http is not Http11)
        {
            client.DefaultRequestVersion = HttpVersion.Version20;
            client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
        }

        // BackendCaller limits the whole call: HttpClient.Timeout would not cover a body that is read after the
        // headers.
        client.Timeout = Timeout.InfiniteTimeSpan;
    }

    /// <summary>Configures the connections of a client.</summary>
    public static void Configure(SocketsHttpHandler handler, string http, ConnectionOptions connections)
    {
        // A redirect is a failure: a status 200 from elsewhere would acknowledge a payload that the back-end did not
        // accept.
        handler.AllowAutoRedirect = false;
        handler.MaxConnectionsPerServer = connections.MaxConnectionsPerServer;
        handler.PooledConnectionIdleTimeout = connections.PooledConnectionIdleTimeout;
        handler.EnableMultipleHttp2Connections = http is Http2Multi;
    }
}
