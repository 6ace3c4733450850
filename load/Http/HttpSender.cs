using System.Net;
using System.Text;

namespace Load.Http;

/// <summary>
/// Sends a request and reads its response to the end. Nothing is added on the way: no cookies, proxy, redirects,
/// decompression or trace headers, and never more connections than asked for.
/// </summary>
internal sealed class HttpSender(int connections) : IDisposable
{
    private readonly HttpMessageInvoker _invoker = new(new SocketsHttpHandler
    {
        UseCookies = false,
        UseProxy = false,
        AllowAutoRedirect = false,
        AutomaticDecompression = DecompressionMethods.None,
        MaxConnectionsPerServer = connections,
        ActivityHeadersPropagator = null,
        RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8,
    });

    /// <param name="request">What to send.</param>
    /// <param name="buffer">Reads the body.</param>
    /// <param name="keep">Whether the body is wanted.</param>
    /// <param name="cancellationToken">Covers the body too.</param>
    /// <exception cref="Exception">What <see cref="TransportErrors.Classify"/> knows.</exception>
    public async Task<Reply> SendAsync(
        HttpRequestMessage request, BodyBuffer buffer, bool keep, CancellationToken cancellationToken)
    {
        using var response = await _invoker.SendAsync(request, cancellationToken);
        await using var body = await response.Content.ReadAsStreamAsync(cancellationToken);
        return new Reply((int)response.StatusCode, await buffer.ReadAsync(body, keep, cancellationToken));
    }

    /// <summary>One request on its own, whose whole response is wanted; the caller disposes it.</summary>
    public async Task<HttpResponseMessage> ProbeAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var response = await _invoker.SendAsync(request, cancellationToken);
        await response.Content.LoadIntoBufferAsync(cancellationToken);
        return response;
    }

    public void Dispose() => _invoker.Dispose();
}
