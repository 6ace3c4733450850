using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using FrontendApi.Backend;

namespace FrontendApi.Ingestion;

/// <summary>Forwards payloads to the back-end, as the query flags of each request say.</summary>
internal sealed class EventForwarder(BackendCaller backend, HttpClientProvider clients)
{
    private static readonly MediaTypeHeaderValue JsonMediaType = new("application/json");

    /// <summary>
    /// Forwards the bytes of a payload as they came, and returns once the back-end has accepted them.
    /// </summary>
    /// <exception cref="BackendException">
    /// The back-end did not accept the payload, or it is unknown whether it did.
    /// </exception>
    public async Task ForwardAsync(byte[] payload, IngestionFlags flags, CancellationToken requestAborted)
    {
        var request = new BackendCallContext(
            BlockingMode.GetLabel(flags.Mode), flags.Resilience, requestAborted, requestAborted);
        var client = clients.GetClient(flags.Lifetime, BackendClientSettings.Default);
        try
        {
            await backend.CallAsync(request, BackendResource.Payload, (client, body: payload, flags.Mode),
                static (post, cancellationToken) => PostAsync(post.client, post.body, post.Mode, cancellationToken));
        }
        finally
        {
            HttpClientProvider.ReleaseClient(client, flags.Lifetime);
        }
    }

    private static async Task<bool> PostAsync(
        HttpClient client, byte[] body, string mode, CancellationToken cancellationToken)
    {
        using var content = new ByteArrayContent(body) { Headers = { ContentType = JsonMediaType } };
        var sending = client.PostAsync(BackendResource.Payload.Path, content, cancellationToken);
        if (mode is BlockingMode.SyncMode)
            WaitBlocking(sending);
        using var response = await sending;

        if (response.StatusCode is HttpStatusCode.OK)
            return true;
        throw IsInvalidPayloadStatus(response.StatusCode)
            ? new BackendException(BackendFailure.Rejected, BackendResource.Payload, response.StatusCode)
            {
                Detail = await ReadDetailAsync(response, cancellationToken),
            }
            : new BackendException(BackendFailure.Status, BackendResource.Payload, response.StatusCode);
    }

    /// <summary>
    /// Returns whether the status of the back-end's response says that the payload is invalid. Any other error status
    /// is a fault of the back-end, or means that the address of the back-end is wrong.
    /// </summary>
    private static bool IsInvalidPayloadStatus(HttpStatusCode status) => status
        is HttpStatusCode.BadRequest
        or HttpStatusCode.RequestEntityTooLarge
        or HttpStatusCode.UnsupportedMediaType
        or HttpStatusCode.UnprocessableEntity;

    private static async Task<string?> ReadDetailAsync(
        HttpResponseMessage response, CancellationToken cancellationToken)
    {
        if (response.Content.Headers.ContentType?.MediaType is not "application/problem+json")
            return null;
        try
        {
            var body = await response.Content.ReadAsByteArrayAsync(cancellationToken);
            return JsonSerializer.Deserialize(body, BackendJsonContext.Default.BackendProblemBody)?.Detail;
        }
        catch (JsonException)
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
            // The exception is ignored here, because the caller of WaitBlocking awaits the same task and gets the
            // original exception.
        }
    }
}
