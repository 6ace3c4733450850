using System.Net.Http.Headers;
using System.Text.Json;
using FrontendApi.Backend;

namespace FrontendApi.Ingestion;

/// <summary>Forwards payloads to the back-end, as the query flags of each request say.</summary>
internal sealed class EventForwarder(BackendCaller backend)
{
    private static readonly MediaTypeHeaderValue JsonMediaType = new("application/json");

    /// <summary>Forwards the bytes of a payload, and returns once the back-end has accepted them.</summary>
    /// <exception cref="BackendException">The payload was not accepted, or that is unknown.</exception>
    public async Task ForwardAsync(
        byte[] payload, KeyValuePair<string, object?>[] flags, string lifetime, string mode, string resilience,
        CancellationToken requestAborted)
    {
        var label = mode is BlockingMode.Sync ? "ingest-sync" : "ingest-async";
        using var calls = backend.Begin(
            label, flags, lifetime, HttpMode.Http11, resilience, owner: "", requestAborted);
        await calls.CallAsync(BackendResource.Payload, (payload, mode),
            static (post, calls, resource) => PostAsync(calls, resource, post.payload, post.mode));
    }

    /// <returns>The payload, which the back-end has accepted.</returns>
    private static async Task<byte[]?> PostAsync(
        BackendCalls calls, BackendResource resource, byte[] payload, string mode)
    {
        using var content = new ByteArrayContent(payload) { Headers = { ContentType = JsonMediaType } };
        var sending = calls.Client!.PostAsync(resource.Path, content, calls.CancellationToken);
        if (mode is BlockingMode.Sync)
            WaitBlocking(sending);
        using var response = await sending;
        return response.StatusCode switch
        {
            HttpStatusCode.OK => payload,
            // These say that the payload is invalid. Any other status is a fault of the back-end, or means that its
            // address is wrong.
            HttpStatusCode.BadRequest or HttpStatusCode.RequestEntityTooLarge or HttpStatusCode.UnsupportedMediaType
                or HttpStatusCode.UnprocessableEntity =>
                throw new BackendException(BackendFailure.Rejected, resource, response.StatusCode)
                {
                    Reason = await ReadReasonAsync(response, calls.CancellationToken),
                },
            _ => throw new BackendException(BackendFailure.ErrorStatus, resource, response.StatusCode),
        };
    }

    private static async Task<string?> ReadReasonAsync(HttpResponseMessage response, CancellationToken stop)
    {
        try
        {
            return (await response.Content.ReadFromJsonAsync(
                BackendJsonContext.Default.BackendProblemBody, stop))?.Detail;
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    private static void WaitBlocking(Task<HttpResponseMessage> sending)
    {
        try
        {
#pragma warning disable RS0030 // The flag mode=sync asks for a blocked thread.
            _ = sending.Result;
#pragma warning restore RS0030
        }
        catch (AggregateException)
        {
            // The caller awaits the same task, and gets the original exception.
        }
    }
}
