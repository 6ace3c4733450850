using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace Load.Live;

/// <summary>Sends the event feed to a live page as server-sent events.</summary>
/// <param name="feed">The event feed.</param>
/// <param name="clients">Counts the pages that are connected.</param>
/// <param name="getHeader">Describes the run at the time of the call.</param>
/// <param name="cost">Adds up the CPU time of the sending.</param>
/// <param name="keepAliveInterval">The time without events after which a keep-alive event is sent.</param>
/// <param name="time">The clock.</param>
internal sealed class EventStream(
    EventFeed feed,
    ClientTracker clients,
    Func<RunHeader> getHeader,
    MonitoringCost cost,
    TimeSpan keepAliveInterval,
    TimeProvider time)
{
    // The comment keeps proxies from closing the connection; pages only see the event.
    private static readonly string KeepAlive = $": still here\n{LiveEvent.Format(LiveEvent.KeepAlive, "{}")}";

    /// <summary>Sends events until the feed ends or the page is closed.</summary>
    public async Task WriteAsync(HttpContext context)
    {
        context.Response.ContentType = "text/event-stream";
        context.Response.Headers.CacheControl = "no-store";
        clients.Add();
        try
        {
            await WriteAsync(context.Request, context.Response, context.RequestAborted);
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The page was closed.
        }
        finally
        {
            clients.Remove();
        }
    }

    private async Task WriteAsync(HttpRequest request, HttpResponse response, CancellationToken aborted)
    {
        var isResumed = long.TryParse(request.Headers["Last-Event-ID"], CultureInfo.InvariantCulture, out var lastId)
            && feed.GetEventsAfter(lastId).Events is not null;
        var header = JsonSerializer.Serialize(
            getHeader() with { IsResumed = isResumed }, LiveJson.Default.RunHeader);
        await SendAsync($"retry: 1000\n\n{LiveEvent.Format(LiveEvent.Header, header)}");
        if (!isResumed)
        {
            (var history, lastId) = feed.GetHistory();
            await SendEventsAsync(history);
        }

        // A page that is too slow loses its connection when its events are no longer kept, and reconnects for the
        // history.
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
                    await SendAsync(KeepAlive);
            }
        }

        Task SendEventsAsync(IEnumerable<LiveEvent> events) =>
            SendAsync(string.Concat(events.Select(published => published.ToServerSentEvent())));

        async Task SendAsync(string text)
        {
            // Kestrel writes to the socket on another thread, which takes little CPU time in comparison.
            var sent = Task.CompletedTask;
            cost.Measure(() => sent = response.WriteAsync(text, aborted));
            await sent;
            await response.Body.FlushAsync(aborted);
        }
    }
}
