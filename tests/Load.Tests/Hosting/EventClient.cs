using System.Globalization;
using System.Net.Http.Headers;
using System.Net.ServerSentEvents;
using System.Text;

namespace Load.Tests.Hosting;

/// <summary>A client of the events of a run, whose address has a token.</summary>
internal sealed class EventClient(Uri server) : IDisposable
{
    private readonly HttpClient _http = new() { BaseAddress = server };

    public string Token => server.Fragment.Split('=')[^1];

    /// <summary>Reads events until the stream ends.</summary>
    public async IAsyncEnumerable<ReceivedEvent> ReadEventsAsync()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/events");
        using var response = await _http.SendAsync(
            request, HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);
        response.Content.Headers.ContentType!.MediaType.ShouldBe("text/event-stream");
        await using var body = await response.Content.ReadAsStreamAsync(TestContext.Current.CancellationToken);
        var last = "";
        await foreach (var item in SseParser.Create(body).EnumerateAsync(TestContext.Current.CancellationToken))
        {
            long? id = item.EventId is null || item.EventId == last
                ? null
                : long.Parse(item.EventId, CultureInfo.InvariantCulture);
            last = item.EventId ?? last;
            yield return new ReceivedEvent(id, item.EventType, JsonElement.Parse(item.Data));
        }
    }

    public Task<ReceivedEvent[]> ReadUntilAsync(string type) => ReadUntilAsync(received => received.Type == type);

    /// <summary>Reads events up to and including the first event that meets a condition.</summary>
    public async Task<ReceivedEvent[]> ReadUntilAsync(Func<ReceivedEvent, bool> isLast)
    {
        var events = new List<ReceivedEvent>();
        await foreach (var received in ReadEventsAsync())
        {
            events.Add(received);
            if (isLast(received))
                return [.. events];
        }

        throw new InvalidOperationException("The events ended before the one that was waited for.");
    }

    public Task<HttpResponseMessage> GetAsync(string path, string? host = null)
    {
        var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.Host = host;
        return _http.SendAsync(request, TestContext.Current.CancellationToken);
    }

    /// <summary>Sends a request to the control of the run, as a program without an origin by default.</summary>
    public Task<HttpResponseMessage> PostAsync(string json, string? token = null, string? origin = null)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, "/control")
        {
            Content = new StringContent(json, Encoding.UTF8, "application/json"),
        };
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token ?? Token);
        if (origin is not null)
            request.Headers.Add("Origin", origin);
        return _http.SendAsync(request, TestContext.Current.CancellationToken);
    }

    public void Dispose() => _http.Dispose();
}

internal sealed record ReceivedEvent(long? Id, string Type, JsonElement Data)
{
    public string? Text(string field) => Data.GetProperty(field).GetString();

    public double? ReadNumber(string field) => GetNumber(Data.GetProperty(field));

    public double? ReadNumber(string field, string key) => GetNumber(Data.GetProperty(field).GetProperty(key));

    private static double? GetNumber(JsonElement value) =>
        value.ValueKind == JsonValueKind.Null ? null : value.GetDouble();
}
