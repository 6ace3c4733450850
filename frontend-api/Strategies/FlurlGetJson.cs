using System.Runtime.CompilerServices;
using Flurl.Http;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls GetAsync and GetJsonAsync of Flurl. A FlurlClient is made once for each HttpClient, and sets
/// its timeout, which throws an exception if the HttpClient has sent a request before.
/// </summary>
internal sealed class FlurlGetJson() : HttpClientStrategy(
    "flurl", "Flurl.Http, GetJsonAsync; System.Text.Json, reflection", "Flurl, 2014"), IExclusiveClient
{
    private static readonly ConditionalWeakTable<HttpClient, IFlurlClient> Clients = [];

    protected override async Task<T?> ReadAsync<T>(
        HttpClient client, string path, CancellationToken cancellationToken)
        where T : class
    {
        using var response = await Clients.GetValue(client, Create).Request(path)
            .GetAsync(HttpCompletionOption.ResponseContentRead, cancellationToken);
        response.ResponseMessage.EnsureSuccessStatusCode(); // For Flurl, a redirect is a success.
        return await response.GetJsonAsync<T>();
    }

    // BackendCall limits the whole call, and Flurl would follow redirects itself.
    private static IFlurlClient Create(HttpClient client) => new FlurlClient(client).WithSettings(settings =>
    {
        settings.Timeout = null;
        settings.Redirects.Enabled = false;
    });
}
