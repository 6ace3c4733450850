using System.Globalization;
using System.Net.Http.Headers;
using System.Net.ServerSentEvents;
using System.Text;
using System.Text.Json;

namespace Load.Tests.Hosting;

/// <summary>Reads what a live page is told.</summary>
/// <param name="page">Its address.</param>
internal sealed class Viewer(Uri page) : IDisposable
{
    private readonly HttpClient _http = new() { BaseAddress = page };

    public string Token => page.Fragment.Split('=')[^1];

    /// <summary>To the end of the stream, or until nobody asks on.</summary>
    public async IAsyncEnumerable<Told> EventsAsync(long? after = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/events");
        if (after is not null)
            request.Headers.Add("Last-Event-ID", $"{after}");
        using var response = await _http.SendAsync(
            request, HttpCompletionOption.ResponseHeadersRead, TestContext.Current.CancellationToken);
        response.Content.Headers.ContentType!.MediaType.ShouldBe("text/event-stream");
        await using var body = await response.Content.ReadAsStreamAsync(TestContext.Current.CancellationToken);
        var last = "";
        await foreach (var item in SseParser.Create(body).EnumerateAsync(TestContext.Current.CancellationToken))
        {
            long? id = item.EventId is null || item.EventId == last ? null : long.Parse(item.EventId, CultureInfo.InvariantCulture);
            last = item.EventId ?? last;
            yield return new Told(id, item.EventType, JsonElement.Parse(item.Data));
        }
    }

    /// <summary>To the first of that type, which is the last of them.</summary>
    public async Task<Told[]> EventsToAsync(string type, long? after = null)
    {
        var told = new List<Told>();
        await foreach (var one in EventsAsync(after))
        {
            told.Add(one);
            if (one.Type == type)
                break;
        }

        told.ShouldNotBeEmpty();
        told[^1].Type.ShouldBe(type);
        return [.. told];
    }

    public Task<HttpResponseMessage> GetAsync(string path, string? host = null)
    {
        var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.Host = host;
        return _http.SendAsync(request, TestContext.Current.CancellationToken);
    }

    public Task<HttpResponseMessage> PostAsync(string path, string json, string? token = null, string? origin = null)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = new StringContent(json, Encoding.UTF8, "application/json"),
        };
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token ?? Token);
        request.Headers.Add("Origin", origin ?? page.GetLeftPart(UriPartial.Authority));
        return _http.SendAsync(request, TestContext.Current.CancellationToken);
    }

    public void Dispose() => _http.Dispose();
}

/// <param name="Id">Null of what has none.</param>
/// <param name="Type">Of the event.</param>
/// <param name="Data">Its fields.</param>
internal sealed record Told(long? Id, string Type, JsonElement Data)
{
    public string? Text(string field) => Data.GetProperty(field).GetString();

    public double? Number(string field) => NumberOf(Data.GetProperty(field));

    public double? Number(string field, string key) => NumberOf(Data.GetProperty(field).GetProperty(key));

    private static double? NumberOf(JsonElement value) => value.ValueKind == JsonValueKind.Null ? null : value.GetDouble();
}
