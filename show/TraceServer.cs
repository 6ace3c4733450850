using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using TwoTier.Show.Traces;

namespace TwoTier.Show;

/// <summary>Receives the spans that services export by the OpenTelemetry protocol over HTTP.</summary>
internal sealed class TraceServer : IAsyncDisposable
{
    private const int MaxBodyBytes = 64_000_000;
    private const int DefaultWidth = 100;

    // A service exports its spans every 5 s by default.
    private static readonly TimeSpan ExportTime = TimeSpan.FromSeconds(6);

    private readonly ShowServer _server;
    private readonly TextWriter _output;

    private TraceServer(ShowServer server, SpanStore spans, TextWriter output) =>
        (_server, Spans, _output) = (server, spans, output);

    public SpanStore Spans { get; }

    /// <summary>Starts to listen for spans.</summary>
    public static async Task<TraceServer> StartAsync(string url, TextWriter output)
    {
        var spans = new SpanStore();
        var server = await ShowServer.StartAsync(url, "--trace", app =>
        {
            app.MapPost("/v1/traces", context => ReceiveAsync(context, spans));
            // Services send their metrics and logs to the same address.
            app.MapPost("/v1/{signal}", _ => Task.CompletedTask);
        });
        output.WriteLine($"  traces     {server.Url} waits for spans (OTLP, http/protobuf)");
        return new TraceServer(server, spans, output);
    }

    /// <summary>Waits until the services have exported their last spans, and draws the slowest requests.</summary>
    public async Task DrawSlowestAsync(CancellationToken stop)
    {
        _output.WriteLine($"  traces     waits {ExportTime.TotalSeconds:0} s for the last spans");
        await Task.Delay(ExportTime, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _output.WriteLine($"  traces     {Spans.ReceivedSpans} spans received");
        var width = Console.IsOutputRedirected ? DefaultWidth : Console.WindowWidth;
        _output.Write(Waterfall.Draw(Spans.GetSlowest(), width));
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private static async Task ReceiveAsync(HttpContext context, SpanStore spans)
    {
        context.Features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize = MaxBodyBytes;
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        try
        {
            spans.Receive(Span.Parse(body.ToArray()));
        }
        catch (FormatException)
        {
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
        }
    }
}
