using System.Runtime.CompilerServices;
using RestSharp;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls RestClient.GetAsync of RestSharp. A RestClient is made once for each HttpClient, because making
/// one costs more than a call of it; each call makes a cookie container and two cancellation sources.
/// </summary>
internal sealed class RestSharpGet() : HttpClientStrategy(
    "restsharp", "RestSharp, RestClient.GetAsync; System.Text.Json, reflection", "RestSharp, 2009")
{
    private static readonly ConditionalWeakTable<HttpClient, RestClient> Clients = [];

    protected override Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
        where T : class
    {
        var request = new RestRequest(path);
        if (client.DefaultRequestVersion == HttpVersion.Version20)
            request.OnBeforeRequest = UseHttp2;
        return Clients.GetValue(client, Create).GetAsync<T>(request, cancellationToken);
    }

    // BackendCalls limits the whole call. RestSharp follows redirects itself, whatever the HttpClient does.
    private static RestClient Create(HttpClient client) => new(
        client,
        new RestClientOptions { FollowRedirects = false, Timeout = Timeout.InfiniteTimeSpan },
        disposeHttpClient: false);

    // RestSharp does not take the version of HTTP from the HttpClient.
    private static ValueTask UseHttp2(HttpRequestMessage message)
    {
        (message.Version, message.VersionPolicy) = (HttpVersion.Version20, HttpVersionPolicy.RequestVersionExact);
        return ValueTask.CompletedTask;
    }
}
