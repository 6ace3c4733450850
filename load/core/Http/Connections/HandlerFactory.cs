using System.Net;
using System.Text;

namespace TwoTier.Load.Http.Connections;

/// <summary>
/// Creates HTTP handlers that do nothing on their own: no cookies, redirects, decompression or trace headers,
/// and they never close a connection because it is idle.
/// </summary>
internal sealed class HandlerFactory(TimeProvider time, ClientOptions options)
{
    private readonly Connector _connector = new(time, options);

    public TimeProvider Time => time;

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
            ConnectCallback = _connector.ConnectAsync,
            PlaintextStreamFilter = (context, _) =>
                ValueTask.FromResult(createStream(context, _connector.GetOpening(context))),
        };
}
