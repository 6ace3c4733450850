using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace TwoTier.Load.Cli.Live;

/// <summary>Sends the event feed to a live page as server-sent events.</summary>
internal sealed class EventStream(
    EventFeed feed,
    ClientTracker clients,
    Func<RunHeader> getHeader,
    MonitoringCost cost,
    TimeSpan keepAliveInterval,
    TimeProvider time)
{
    // The comment line of the keep-alive message keeps proxies from closing an idle connection. Live pages see only the
    // keep-alive event.
    private static readonly string KeepAliveText = $": still here\n{LiveEvent.Format(LiveEvent.KeepAliveType, "{}")}";

    /// <summary>Sends live events until the feed ends or the page is closed.</summary>
    public async Task WriteAsync(HttpContext context)
    {
        context.Response.ContentType = "text/event-stream";
        context.Response.Headers.CacheControl = "no-store";
        clients.RecordConnect();
        try
        {
            await WriteAsync(context.Request, context.Response, context.RequestAborted);
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The request is cancelled because the user closed the live page.
        }
        finally
        {
            clients.RecordDisconnect();
        }
    }

    private async Task WriteAsync(HttpRequest request, HttpResponse response, CancellationToken aborted)
    {
        var isResumed = long.TryParse(request.Headers["Last-Event-ID"], CultureInfo.InvariantCulture, out var lastId)
            && feed.CanResumeAfter(lastId);
        var header = JsonSerializer.Serialize(
            getHeader() with { IsResumed = isResumed }, LiveJson.Default.RunHeader);
        await SendAsync($"retry: 1000\n\n{LiveEvent.Format(LiveEvent.HeaderType, header)}");
        if (!isResumed)
        {
            (var history, lastId) = feed.GetHistory();
            await SendEventsAsync(history);
        }

        // A live page that reads too slowly loses its connection when the feed no longer keeps the events that the page
        // has yet to receive. The page then reconnects and gets the history.
        while (feed.GetEventsAfter(lastId) is { Events: { } events } next)
        {
            if (events.Count > 0)
            {
                await SendEventsAsync(events);
                lastId = events[^1].Id;
            }
            else if (next.More is null)
            {
                return;
            }
            else
            {
                await next.More.WaitAsync(keepAliveInterval, time, aborted)
                    .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                aborted.ThrowIfCancellationRequested();
                if (!next.More.IsCompleted)
                    await SendAsync(KeepAliveText);
            }
        }

        Task SendEventsAsync(IEnumerable<LiveEvent> events) =>
            SendAsync(string.Concat(events.Select(published => published.ToServerSentEvent())));

        async Task SendAsync(string text)
        {
            // The CPU time of writing to the socket is not counted: Kestrel writes on another thread, and writing takes
            // little CPU time compared with formatting the events.
            var sent = Task.CompletedTask;
            cost.Measure(() => sent = response.WriteAsync(text, aborted));
            await sent;
            await response.Body.FlushAsync(aborted);
        }
    }
}
