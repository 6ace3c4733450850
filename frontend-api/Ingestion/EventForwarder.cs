using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using FrontendApi.Backend;

namespace FrontendApi.Ingestion;

/// <summary>Forwards payloads to the back-end, as the query flags of each request say.</summary>
internal sealed class EventForwarder(BackendCaller backend)
{
    private static readonly MediaTypeHeaderValue JsonMediaType = new("application/json");

    /// <summary>
    /// Forwards the bytes of a payload as they came, and returns once the back-end has accepted them.
    /// </summary>
    /// <param name="payload">The bytes of the payload.</param>
    /// <param name="lifetime">The value of the query flag <c>client</c>.</param>
    /// <param name="mode">The value of the query flag <c>mode</c>.</param>
    /// <param name="resilience">The value of the query flag <c>resilience</c>.</param>
    /// <param name="requestAborted">A token that is cancelled when the caller disconnects.</param>
    /// <exception cref="BackendException">
    /// The back-end did not accept the payload, or it is unknown whether it did.
    /// </exception>
    public async Task ForwardAsync(
        byte[] payload, string lifetime, string mode, string resilience, CancellationToken requestAborted)
    {
        var label = mode is BlockingMode.Sync ? "ingest-sync" : "ingest-async";
        using var calls = backend.Begin(label, lifetime, HttpMode.Http11, resilience, requestAborted);
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

        if (response.StatusCode is HttpStatusCode.OK)
            return payload;
        throw IsInvalidPayloadStatus(response.StatusCode)
            ? new BackendException(BackendFailure.Rejected, resource, response.StatusCode)
            {
                Detail = await ReadDetailAsync(response, calls.CancellationToken),
            }
            : new BackendException(BackendFailure.Status, resource, response.StatusCode);
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
