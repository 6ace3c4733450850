using System.Net.ServerSentEvents;

namespace EndToEnd.Tests;

/// <summary>Reads the events that a page of show receives.</summary>
internal sealed class LiveEventReader(Uri page) : IDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(120);
    private readonly HttpClient _client = new();

    /// <summary>Waits until show serves the page, and returns the HTML of the page.</summary>
    public Task<string> GetPageAsync() => Eventually.GetAsync(TryGetPageAsync, StartLimit);

    /// <summary>Reads events up to and including the first that matches a condition.</summary>
    public async Task<IReadOnlyList<LiveEvent>> ReadUntilAsync(Func<LiveEvent, bool> isLast)
    {
        var events = new List<LiveEvent>();
        await using var stream =
            await _client.GetStreamAsync(new Uri(page, "events"), TestContext.Current.CancellationToken);
        await foreach (var item in SseParser.Create(stream).EnumerateAsync(TestContext.Current.CancellationToken))
        {
            events.Add(new LiveEvent(item.EventType, JsonDocument.Parse(item.Data).RootElement));
            if (isLast(events[^1]))
                return events;
        }

        throw new InvalidOperationException($"The live feed ended too early, after {events.Count} events.");
    }

    public void Dispose() => _client.Dispose();

    private async Task<string?> TryGetPageAsync()
    {
        try
        {
            return await _client.GetStringAsync(page, TestContext.Current.CancellationToken);
        }
        catch (HttpRequestException)
        {
            return null;
        }
    }
}

internal sealed record LiveEvent(string Type, JsonElement Data);
