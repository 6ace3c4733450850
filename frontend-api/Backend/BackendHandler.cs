namespace FrontendApi.Backend;

/// <summary>
/// The only handler of ours between a strategy and its connection. It sets the version of HTTP, and measures the time
/// until the headers of each response arrive, those of retries too, which the client APIs do not report.
/// </summary>
internal sealed class BackendHandler(string http) : DelegatingHandler
{
    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        // Some libraries do not take the version from the HttpClient, and a hedge has lost the policy: the resilience
        // library copies the version alone. Without the policy, HTTP/2 without TLS becomes HTTP/1.1.
        if (http is not HttpMode.Http11)
            (request.Version, request.VersionPolicy) = (HttpVersion.Version20, HttpVersionPolicy.RequestVersionExact);

        var calls = BackendCalls.Current!;
        var sent = calls.GetTimestamp();
        HttpResponseMessage? response = null;
        try
        {
            return response = await base.SendAsync(request, cancellationToken);
        }
        finally
        {
            calls.RecordHeaders(sent, request.Method.Method, response?.StatusCode,
                response is { IsSuccessStatusCode: false } ? $"{response.Headers.RetryAfter}" : null);
        }
    }
}
