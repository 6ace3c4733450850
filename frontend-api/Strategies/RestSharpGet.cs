using System.Runtime.CompilerServices;
using RestSharp;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls RestClient.GetAsync of RestSharp. A RestClient is made once for each HttpClient, because it is
/// meant to be kept; each call makes a cookie container and two cancellation sources.
/// </summary>
internal sealed class RestSharpGet() : HttpClientStrategy(
    "restsharp", "RestSharp, RestClient.GetAsync; System.Text.Json, reflection", "RestSharp, 2009")
{
    private static readonly ConditionalWeakTable<HttpClient, RestClient> Clients = [];

    protected override Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
        where T : class => Clients.GetValue(client, Create).GetAsync<T>(new RestRequest(path), cancellationToken);

    // BackendCall limits the whole call. RestSharp follows redirects itself, whatever the HttpClient does, and by
    // default a status 404 is a success without data.
    private static RestClient Create(HttpClient client) => new(
        client,
        new RestClientOptions
        {
            FollowRedirects = false,
            CalculateResponseStatus = response =>
                response.IsSuccessStatusCode ? ResponseStatus.Completed : ResponseStatus.Error,
            Timeout = Timeout.InfiniteTimeSpan,
        },
        disposeHttpClient: false);
}
