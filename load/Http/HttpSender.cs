using System.Net;
using System.Text;
using Load.Http.ResponseChecks;

namespace Load.Http;

/// <summary>
/// The HTTP client: sends requests and reads each response to its end. It adds no cookies, proxy, redirects,
/// decompression or trace headers, and it never opens more connections than configured.
/// </summary>
/// <param name="connections">The maximum number of connections to one server.</param>
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

    /// <summary>Sends a request and reads its response to the end.</summary>
    /// <param name="request">The request to send.</param>
    /// <param name="buffer">The buffer into which the response body is read.</param>
    /// <param name="keepBody">Whether the buffer keeps the response body.</param>
    /// <param name="cancellationToken">Cancels the request, even while the response body is being read.</param>
    /// <exception cref="Exception">An error that <see cref="TransportErrors.Classify"/> classifies.</exception>
    public async Task<Reply> SendAsync(
        HttpRequestMessage request, BodyBuffer buffer, bool keepBody, CancellationToken cancellationToken)
    {
        using var response = await _invoker.SendAsync(request, cancellationToken);
        await using var body = await response.Content.ReadAsStreamAsync(cancellationToken);
        return new Reply((int)response.StatusCode, await buffer.ReadAsync(body, keepBody, cancellationToken));
    }

    /// <summary>
    /// Sends a single request and buffers the whole response. The caller must dispose of the response.
    /// </summary>
    public async Task<HttpResponseMessage> ProbeAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var response = await _invoker.SendAsync(request, cancellationToken);
        await response.Content.LoadIntoBufferAsync(cancellationToken);
        return response;
    }

    public void Dispose() => _invoker.Dispose();
}

/// <summary>A response that was read to its end.</summary>
/// <param name="Status">The HTTP status code of the response.</param>
/// <param name="Bytes">The length of the response body in bytes.</param>
internal readonly record struct Reply(int Status, long Bytes)
{
    /// <summary>Whether the response met the expectations. By default, the only expectation is a 2xx status.</summary>
    public ResponseOutcome Outcome { get; init; } = ResponseExpectations.Success.GetOutcome(Status, null);
}
