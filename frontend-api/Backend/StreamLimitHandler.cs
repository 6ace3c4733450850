namespace FrontendApi.Backend;

/// <summary>
/// Leaves one stream of an HTTP/2 connection free. SocketsHttpHandler of .NET 10 pings no connection whose streams are
/// all in use (dotnet/runtime#120179, mended in .NET 11), so that with enough callers a dead one would stay in use.
/// </summary>
internal sealed class StreamLimitHandler : DelegatingHandler
{
    // Servers should allow at least 100 streams (RFC 9113, 6.5.2), and most allow no more.
    private readonly SemaphoreSlim _streams = new(99);

    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        await _streams.WaitAsync(cancellationToken);
        try
        {
            return await base.SendAsync(request, cancellationToken);
        }
        finally
        {
            _streams.Release();
        }
    }

    protected override void Dispose(bool disposing)
    {
        base.Dispose(disposing);
        _streams.Dispose();
    }
}
