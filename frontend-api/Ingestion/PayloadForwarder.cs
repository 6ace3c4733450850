using System.Net;
using System.Net.Http.Headers;
using FrontendApi.Backend;
using FrontendApi.Backend.Resilience;
using Microsoft.Extensions.Options;
using ServiceDefaults.Ingestion;

namespace FrontendApi.Ingestion;

/// <summary>Posts payloads to the back-end, each by its plan.</summary>
internal sealed class PayloadForwarder(
    HttpClients clients, StandardResilience resilience, MeasuredCalls calls, IOptions<BackendOptions> options)
{
    private static readonly BackendResource Resource = new("payload", "/ingest/data");
    private static readonly MediaTypeHeaderValue Json = new("application/json");

    /// <summary>Comes back only when the back-end has taken it.</summary>
    /// <exception cref="BackendException">It has not, or nobody knows.</exception>
    public async Task ForwardAsync(Payload payload, ForwardPlan plan, CancellationToken callerLeft)
    {
        var client = clients.Take(plan.ClientLifetime);
        try
        {
            var post = new Post(client, payload.ToUtf8(), plan.Mode, callerLeft);
            await (plan.Resilience is ResilienceMode.None
                ? TryAsync(post, callerLeft)
                : resilience.Posts.ExecuteAsync(
                    static async (call, token) => await call.Forwarder.TryAsync(call.Post, token),
                    (Forwarder: this, Post: post), callerLeft).AsTask());
        }
        finally
        {
            clients.Return(client);
        }
    }

    private Task<bool> TryAsync(Post post, CancellationToken cancellationToken) => calls.MeasureAsync(
        ForwardMode.LabelOf(post.Mode), Resource, (Forwarder: this, Post: post),
        static (call, token) => call.Forwarder.SendAsync(call.Post, token), cancellationToken, post.CallerLeft);

    private async Task<bool> SendAsync(Post post, CancellationToken cancellationToken)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(options.Value.Timeout);
        using var content = new ByteArrayContent(post.Body) { Headers = { ContentType = Json } };
        var sent = post.Client.PostAsync(Resource.Path, content, timeout.Token);
        if (post.Mode is ForwardMode.Sync)
            Block(sent);
        using var response = await sent;

        // A redirect that HttpClient followed would have made a GET of it.
        if (response is { StatusCode: HttpStatusCode.OK, RequestMessage.Method.Method: "POST" })
            return true;
        throw (int)response.StatusCode is >= 400 and < 500
            ? new BackendException(BackendFault.Refusal, Resource, response.StatusCode)
            {
                Detail = await BackendProblem.DetailOfAsync(response, timeout.Token),
            }
            : new BackendException(BackendFault.Status, Resource, response.StatusCode);
    }

    private static void Block(Task<HttpResponseMessage> sent)
    {
        try
        {
#pragma warning disable RS0030 // Blocking is what this mode is there to show.
            _ = sent.Result;
#pragma warning restore RS0030
        }
        catch (AggregateException)
        {
            // Who awaits the task next is told the same, without the wrapping.
        }
    }

    private readonly record struct Post(HttpClient Client, byte[] Body, string Mode, CancellationToken CallerLeft);
}
