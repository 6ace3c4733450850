using System.Net.ServerSentEvents;
using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Show.Tests.Hosting;

/// <summary>A server that sends the events that a test publishes, and keeps what it is asked to do.</summary>
internal sealed class FakeLoadTool : IAsyncDisposable
{
    private readonly Channel<(string Type, string Json)> _events =
        Channel.CreateUnbounded<(string Type, string Json)>();
    private readonly WebApplication _app;

    private FakeLoadTool(WebApplication app) => _app = app;

    public string Url { get; private set; } = "";

    /// <summary>The requests to control the run, each with its authorization.</summary>
    public ConcurrentQueue<string> Requests { get; } = [];

    public static async Task<FakeLoadTool> StartAsync(string url = "http://127.0.0.1:0")
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls(url);
        var tool = new FakeLoadTool(builder.Build());
        tool._app.MapGet("/events", () => TypedResults.ServerSentEvents(tool.ReadAsync()));
        tool._app.MapPost("/control", async (HttpRequest request) =>
        {
            using var reader = new StreamReader(request.Body);
            var body = await reader.ReadToEndAsync();
            tool.Requests.Enqueue($"{request.Headers.Authorization} {body}");
            return body.Contains("refuse", StringComparison.Ordinal)
                ? (IResult)TypedResults.Problem(statusCode: 400, detail: "refused")
                : TypedResults.NoContent();
        });
        await tool._app.StartAsync();
        tool.Url = tool._app.Urls.Single();
        return tool;
    }

    public void Publish(string type, string json) => _events.Writer.TryWrite((type, json));

    public void PublishHeader(int run, string more = "") => Publish(
        "hello", $$"""{"run":{{run}},"control":true,"kind":"run","scenario":"shop"{{more}}}""");

    /// <summary>Ends the events, as the load tool does when it exits.</summary>
    public async ValueTask DisposeAsync()
    {
        _events.Writer.TryComplete();
        await _app.DisposeAsync();
    }

    private async IAsyncEnumerable<SseItem<string>> ReadAsync()
    {
        await foreach (var (type, json) in _events.Reader.ReadAllAsync())
            yield return new SseItem<string>(json, type);
    }
}
