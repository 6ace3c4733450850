using System.Net.ServerSentEvents;

namespace EndToEnd.Tests;

/// <summary>Reads the lines of events that a page of show receives.</summary>
internal sealed class LiveEventReader(Uri page) : IDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(120);
    private readonly HttpClient _client = new();

    /// <summary>Waits until show serves the page, and returns the HTML of the page.</summary>
    public Task<string> GetPageAsync() => Eventually.GetAsync(TryGetPageAsync, StartLimit);

    /// <summary>Reads lines up to and including the first that has a part which matches a condition.</summary>
    public async Task<IReadOnlyList<JsonElement>> ReadUntilAsync(string kind, Func<JsonElement, bool>? isLast = null)
    {
        var lines = new List<JsonElement>();
        await using var stream =
            await _client.GetStreamAsync(new Uri(page, "events"), TestContext.Current.CancellationToken);
        await foreach (var item in SseParser.Create(stream).EnumerateAsync(TestContext.Current.CancellationToken))
        {
            lines.Add(JsonElement.Parse(item.Data));
            if (lines[^1].TryGetProperty(kind, out var part) && isLast?.Invoke(part) is not false)
                return lines;
        }

        throw new InvalidOperationException($"The live feed ended too early, after {lines.Count} lines.");
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
