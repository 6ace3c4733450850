using System.Net;
using System.Text;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// Creates HTTP handlers that do nothing on their own: no cookies, redirects, decompression or trace headers,
/// and they never close a connection because it is idle.
/// </summary>
internal sealed class HandlerFactory(TimeProvider time, ClientOptions options)
{
    public TimeProvider Time => time;

    public Connector Connector { get; } = new(time, options);

    /// <summary>Whether requests without TLS can be sent without a handler.</summary>
    public bool CanSendDirectly => options.Proxy is null;

    /// <summary>Creates an HTTP handler.</summary>
    public SocketsHttpHandler Create(
        int connections,
        Func<SocketsHttpPlaintextStreamFilterContext, ConnectionOpening, Stream> createStream)
    {
        var handler = CreateWithoutOptions(connections, createStream);
        options.Apply(handler);
        return handler;
    }

    private SocketsHttpHandler CreateWithoutOptions(
        int connections,
        Func<SocketsHttpPlaintextStreamFilterContext, ConnectionOpening, Stream> createStream) => new()
        {
            UseCookies = false,
            UseProxy = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ActivityHeadersPropagator = null,
            RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8,
            MaxConnectionsPerServer = connections,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            MaxResponseDrainSize = 0,
            ConnectCallback = Connector.ConnectAsync,
            PlaintextStreamFilter = (context, _) =>
                ValueTask.FromResult(createStream(context, Connector.GetOpening(context))),
        };
}
