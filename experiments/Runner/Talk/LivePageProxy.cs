using Microsoft.AspNetCore.Http;

namespace Experiments.Talk;

/// <summary>
/// Forwards requests to the page of show, so that the window of the room can show it inside. The page can only be seen
/// here: what controls a run is not forwarded.
/// </summary>
internal sealed class LivePageProxy(Uri livePage) : IDisposable
{
    /// <summary>
    /// The paths that are forwarded: the page and its events. A path that a caller names must never become a part of an
    /// address, because it could name another server.
    /// </summary>
    public static readonly string[] Paths = ["", "events"];

    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false });

    public async Task ForwardAsync(string path, HttpContext context)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(livePage, path));
        if (context.Request.Headers["Last-Event-ID"] is [var id])
            request.Headers.Add("Last-Event-ID", id);
        try
        {
            using var answer = await _http.SendAsync(
                request, HttpCompletionOption.ResponseHeadersRead, context.RequestAborted);
            context.Response.StatusCode = (int)answer.StatusCode;
            context.Response.ContentType = $"{answer.Content.Headers.ContentType}";
            // Kestrel sends what is written at once, so each event goes on as soon as it comes.
            await answer.Content.CopyToAsync(context.Response.Body, context.RequestAborted);
        }
        catch (Exception e) when (e is OperationCanceledException || StudyException.IsExpected(e))
        {
            // The run was stopped, or the page was closed. A page that is still open connects again by itself.
            context.Abort();
        }
    }

    public void Dispose() => _http.Dispose();
}
