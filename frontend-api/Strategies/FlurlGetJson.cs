using System.Runtime.CompilerServices;
using Flurl.Http;

namespace FrontendApi.Strategies;

/// <summary>
/// A strategy that calls GetJsonAsync of Flurl. A FlurlClient is made once for each HttpClient. Flurl buffers the body,
/// and parses it without asynchronous reads.
/// </summary>
internal sealed class FlurlGetJson() : HttpClientStrategy(
    "flurl", "Flurl.Http, GetJsonAsync; System.Text.Json, reflection", "Flurl, 2014")
{
    private static readonly ConditionalWeakTable<HttpClient, IFlurlClient> Clients = [];

    protected override Task<T?> ReadAsync<T>(HttpClient client, string path, CancellationToken cancellationToken)
        where T : class => Clients.GetValue(client, Create).Request(path)
            .GetJsonAsync<T>(HttpCompletionOption.ResponseContentRead, cancellationToken)!;

    // BackendCalls limits the whole call. Flurl follows redirects itself, and does not take the version of HTTP from
    // the HttpClient.
    private static IFlurlClient Create(HttpClient client)
    {
        var flurl = new FlurlClient(client)
            .WithSettings(settings =>
            {
                settings.Timeout = null;
                settings.Redirects.Enabled = false;
            });
        return client.DefaultRequestVersion == HttpVersion.Version20
            ? flurl.BeforeCall(call => (call.HttpRequestMessage.Version, call.HttpRequestMessage.VersionPolicy) =
                (HttpVersion.Version20, HttpVersionPolicy.RequestVersionExact))
            : flurl;
    }
}
