using System.Net.Sockets;
using Microsoft.Extensions.Http;

namespace FrontendApi.Backend;

/// <summary>Registers the clients of the back-end with IHttpClientFactory.</summary>
internal static class BackendClients
{
    /// <summary>Adds the client for two query flags. Of its handlers, the first is the outermost.</summary>
    public static void AddBackendClient(
        this IServiceCollection services, string http, string resilience, RetryBudget budget)
    {
        var client = services.AddHttpClient(GetName(http, resilience), (provider, client) =>
            Configure(client, http, provider.GetRequiredService<IOptions<BackendOptions>>().Value));
        // They allocate for each request, even if their level is off, and only the factory would have them.
        client.RemoveAllLoggers();
        client.AddResilience(resilience, budget);
        client.AddHttpMessageHandler(() => new BackendHandler(http));
        client.UseSocketsHttpHandler((handler, provider) => Configure(
            handler, http, provider.GetRequiredService<IOptions<ClientOptions>>().Value));
        // IHttpClientFactory replaces handlers at this age.
        services.AddOptions<HttpClientFactoryOptions>(client.Name).Configure<IOptions<ClientOptions>>(
            (factory, options) => factory.HandlerLifetime = options.Value.PooledConnectionLifetime);
    }

    /// <summary>Returns the name of the client for two query flags. The usual one is no new string.</summary>
    public static string GetName(string http, string resilience) =>
        (http, resilience) is (HttpMode.Http11, ResilienceMode.None)
            ? "backend-1.1-none"
            : $"backend-{http}-{resilience}";

    /// <summary>Returns the address at which the back-end speaks a version of HTTP; null if there is none.</summary>
    public static Uri? GetAddress(BackendOptions backend, string http) =>
        http is HttpMode.Http11 || backend.BaseAddress is { IsAbsoluteUri: true, Scheme: "https" }
            ? backend.BaseAddress
            : backend.Http2Address;

    /// <summary>
    /// Makes a handler send requests to the configured address only, and each without a trace of an earlier one. All
    /// handlers of the front-end need this; WebClientProvider has the same settings.
    /// </summary>
    public static SocketsHttpHandler Isolate(this SocketsHttpHandler handler)
    {
        // A status 200 from elsewhere would acknowledge a payload that the back-end did not accept.
        handler.AllowAutoRedirect = false;
        // The handler would take a proxy from the environment, which no setting and no message names.
        handler.UseProxy = false;
        // A cookie that the back-end sets for one caller would be sent with the requests of others.
        handler.UseCookies = false;
        handler.ConnectCallback = async (context, stop) => await ConnectAsync(
            await Dns.GetHostAddressesAsync(context.DnsEndPoint.Host, stop), context.DnsEndPoint.Port, stop);
        return handler;
    }

    /// <summary>Tries addresses in turn. One that does not answer would take the time of the call.</summary>
    public static async ValueTask<Stream> ConnectAsync(IPAddress[] addresses, int port, CancellationToken stop)
    {
        for (var i = 0; ; i++)
        {
            var isLast = i == addresses.Length - 1;
            using var limit = isLast ? null : CancellationTokenSource.CreateLinkedTokenSource(stop);
            limit?.CancelAfter(TimeSpan.FromSeconds(1));
            var socket = new Socket(addresses[i].AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                await socket.ConnectAsync(addresses[i], port, limit?.Token ?? stop);
                return new NetworkStream(socket, ownsSocket: true);
            }
            catch (Exception exception)
            {
                socket.Dispose();
                if (isLast || stop.IsCancellationRequested
                    || exception is not (SocketException or OperationCanceledException))
                {
                    throw;
                }
            }
        }
    }

    private static void Configure(HttpClient client, string http, BackendOptions options)
    {
        client.BaseAddress = GetAddress(options, http);
        client.MaxResponseContentBufferSize = options.MaxResponseBytes;
        client.Timeout = Timeout.InfiniteTimeSpan; // BackendCall limits the whole call.
    }

    private static void Configure(SocketsHttpHandler handler, string http, ClientOptions options)
    {
        handler.Isolate();
        handler.PooledConnectionLifetime = options.PooledConnectionLifetime;
        handler.PooledConnectionIdleTimeout = options.PooledConnectionIdleTimeout;
        if (http is not HttpMode.Http11)
        {
            // A connection that died without a sign would serve all requests until PooledConnectionLifetime ends. Pings
            // are sent only after a second in which nothing arrived.
            handler.KeepAlivePingDelay = TimeSpan.FromSeconds(1);
            handler.KeepAlivePingTimeout = TimeSpan.FromSeconds(2);
            handler.KeepAlivePingPolicy = HttpKeepAlivePingPolicy.Always;
        }

        handler.EnableMultipleHttp2Connections = http is HttpMode.Http2Multi;
    }
}
