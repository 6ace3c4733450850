using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Cli.Live.Traces;

/// <summary>Receives the spans that services export by the OpenTelemetry protocol over HTTP.</summary>
internal sealed class TraceSink : IAsyncDisposable
{
    private const int MaxBodyBytes = 64_000_000;

    // A service exports its spans every 5 s by default.
    private static readonly TimeSpan ExportTime = TimeSpan.FromSeconds(6);

    private readonly ToolContext _context;
    private readonly ToolServer _server;

    private TraceSink(ToolContext context, ToolServer server, TraceCollector traces) =>
        (_context, _server, Traces) = (context, server, traces);

    public TraceCollector Traces { get; }

    /// <summary>Starts to listen for spans.</summary>
    public static async Task<TraceSink> StartAsync(string url, ToolContext context)
    {
        var traces = new TraceCollector();
        var server = await ToolServer.StartAsync(url, "--trace", app =>
        {
            app.MapPost("/v1/traces", request => ReceiveAsync(request, traces));
            // Services send their metrics and logs to the same address.
            app.MapPost("/v1/{signal}", _ => Task.CompletedTask);
        });
        context.Screen.PrintLine($"  traces     {server.Url} waits for spans (OTLP, http/protobuf)");
        return new TraceSink(context, server, traces);
    }

    /// <summary>Waits until the services have exported their last spans.</summary>
    public async Task<IReadOnlyList<(TracedRequest Request, IReadOnlyList<Span> Spans)>> WaitForLastSpansAsync(
        CancellationToken stop)
    {
        var wait = FormatSeconds(ExportTime.TotalSeconds);
        _context.Screen.PrintLine($"  traces     waits {wait} for the last spans; Ctrl-C ends it");
        await Task.Delay(ExportTime, _context.Time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _context.Screen.PrintLine($"  traces     {FormatCount(Traces.ReceivedSpans)} spans received");
        return Traces.GetSlowest();
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private static async Task ReceiveAsync(HttpContext context, TraceCollector traces)
    {
        context.Features.Get<IHttpMaxRequestBodySizeFeature>()!.MaxRequestBodySize = MaxBodyBytes;
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        try
        {
            traces.Receive(Span.Parse(body.ToArray()));
        }
        catch (FormatException)
        {
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
        }
    }
}
