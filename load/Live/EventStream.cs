using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace Load.Live;

/// <summary>The feed as server-sent events, for one page.</summary>
/// <param name="feed">What is told.</param>
/// <param name="audience">Whom.</param>
/// <param name="hello">What the run is, as of now.</param>
/// <param name="cost">Gets what it takes.</param>
/// <param name="silence">After which it says that the tool is still there.</param>
/// <param name="time">The clock.</param>
internal sealed class EventStream(
    EventFeed feed, ClientTracker audience, Func<RunHeader> hello, MonitoringCost cost, TimeSpan silence, TimeProvider time)
{
    // The comment is for whatever is between; a page is told of events only.
    private static readonly string Alive = $": still here\n{LiveEvent.Format(LiveEvent.KeepAlive, "{}")}";

    public async Task WriteAsync(HttpContext context)
    {
        context.Response.ContentType = "text/event-stream";
        context.Response.Headers.CacheControl = "no-store";
        audience.Add();
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
            audience.Remove();
        }
    }

    private async Task WriteAsync(HttpRequest request, HttpResponse response, CancellationToken gone)
    {
        var isResumed = long.TryParse(request.Headers["Last-Event-ID"], CultureInfo.InvariantCulture, out var last)
            && feed.GetEventsAfter(last).Events is not null;
        var json = JsonSerializer.Serialize(hello() with { IsResumed = isResumed }, LiveJson.Default.RunHeader);
        await SendAsync($"retry: 1000\n\n{LiveEvent.Format(LiveEvent.Header, json)}");
        if (!isResumed)
        {
            (var story, last) = feed.GetHistory();
            await SendAsync(string.Concat(story.Select(told => told.ToServerSentEvent)));
        }

        // A page too slow to keep up with is sent away, and comes back for the story.
        while (feed.GetEventsAfter(last) is { Events: { } events } news)
        {
            if (events.Count > 0)
            {
                await SendAsync(string.Concat(events.Select(told => told.ToServerSentEvent)));
                last = events[^1].Id;
            }
            else if (news.More is null)
            {
                return;
            }
            else
            {
                await news.More.WaitAsync(silence, time, gone).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                gone.ThrowIfCancellationRequested();
                if (!news.More.IsCompleted)
                    await SendAsync(Alive);
            }
        }

        async Task SendAsync(string text)
        {
            // It leaves from another thread, which takes little beside this.
            var sent = Task.CompletedTask;
            cost.Measure(() => sent = response.WriteAsync(text, gone));
            await sent;
            await response.Body.FlushAsync(gone);
        }
    }
}
