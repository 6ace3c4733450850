using System.Net;

namespace Load.Sending;

/// <summary>
/// Sends a request and reads its response to the end. Nothing is added on the way: no cookies, proxy, redirects,
/// decompression or trace headers, and never more connections than asked for.
/// </summary>
internal sealed class Sender(int connections) : IDisposable
{
    private readonly HttpMessageInvoker _invoker = new(new SocketsHttpHandler
    {
        UseCookies = false,
        UseProxy = false,
        AllowAutoRedirect = false,
        AutomaticDecompression = DecompressionMethods.None,
        MaxConnectionsPerServer = connections,
        ActivityHeadersPropagator = null,
    });

    /// <param name="request">What to send.</param>
    /// <param name="buffer">Overwritten with the body, piece by piece.</param>
    /// <param name="cancellationToken">Covers the body too.</param>
    /// <exception cref="Exception">What <see cref="TransportErrors.Classify"/> knows.</exception>
    public async Task<Reply> SendAsync(HttpRequestMessage request, byte[] buffer, CancellationToken cancellationToken)
    {
        using var response = await _invoker.SendAsync(request, cancellationToken);
        await using var body = await response.Content.ReadAsStreamAsync(cancellationToken);
        var total = 0L;
        for (int read; (read = await body.ReadAsync(buffer, cancellationToken)) > 0;)
            total += read;
        return new Reply((int)response.StatusCode, total);
    }

    /// <summary>One request on its own, whose body is wanted: the probe before a run.</summary>
    public async Task<(int Status, string Body)> ProbeAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        using var response = await _invoker.SendAsync(request, cancellationToken);
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync(cancellationToken));
    }

    public void Dispose() => _invoker.Dispose();
}
