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
    public async Task ForwardAsync(byte[] payload, IngestionFlags flags, CancellationToken requestAborted)
    {
        using var calls = backend.Begin(flags, requestAborted);
        var (call, outcome) = (new BackendCall(calls, BackendResource.Payload, requestAborted), "success");
        try
        {
            await PostAsync(call, payload, flags.Mode);
        }
        catch (Exception exception)
        {
            throw call.Fail(exception, out outcome);
        }
        finally
        {
            call.End(outcome);
        }
    }

    private static async Task PostAsync(BackendCall call, byte[] payload, string mode)
    {
        using var content = new ByteArrayContent(payload) { Headers = { ContentType = JsonMediaType } };
        var sending = call.Calls.Client!.PostAsync(call.Resource.Path, content, call.CancellationToken);
        if (mode is BlockingMode.Sync)
            WaitBlocking(sending);
        using var response = await sending;
        switch (response.StatusCode)
        {
            case HttpStatusCode.OK:
                return;
            // These say that the payload is invalid. Any other status is a fault of the back-end, or means that its
            // address is wrong.
            case HttpStatusCode.BadRequest or HttpStatusCode.RequestEntityTooLarge
                or HttpStatusCode.UnsupportedMediaType or HttpStatusCode.UnprocessableEntity:
                throw new BackendException(BackendFailure.Rejected, call.Resource, response.StatusCode)
                {
                    Reason = await ReadReasonAsync(response, call.CancellationToken),
                };
            default:
                throw new BackendException(BackendFailure.ErrorStatus, call.Resource, response.StatusCode);
        }
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
