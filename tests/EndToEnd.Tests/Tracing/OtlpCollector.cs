using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace EndToEnd.Tests.Tracing;

/// <summary>A collector that keeps what services export by the OpenTelemetry protocol over HTTP.</summary>
internal sealed class OtlpCollector : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly ConcurrentDictionary<string, int> _requestsByPath = [];
    private readonly ConcurrentBag<Span> _spans = [];

    private OtlpCollector(WebApplication app) => _app = app;

    public IReadOnlyCollection<Span> Spans => _spans;

    /// <summary>The settings that make a service export to this collector.</summary>
    public string[] Settings =>
    [
        $"--OTEL_EXPORTER_OTLP_ENDPOINT={_app.Urls.Single()}",
        "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf",
        "--OTEL_BSP_SCHEDULE_DELAY=100",
        "--OTEL_BLRP_SCHEDULE_DELAY=100",
        "--OTEL_METRIC_EXPORT_INTERVAL=500",
    ];

    public static async Task<OtlpCollector> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        var collector = new OtlpCollector(app);
        app.Run(collector.ReceiveAsync);
        await app.StartAsync();
        return collector;
    }

    /// <summary>Returns how many requests came for a path, such as /v1/metrics.</summary>
    public int CountRequests(string path) => _requestsByPath.GetValueOrDefault(path);

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private async Task ReceiveAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        if (context.Request.Path == "/v1/traces")
        {
            foreach (var span in Span.Parse(body.ToArray()))
                _spans.Add(span);
        }

        _requestsByPath.AddOrUpdate(context.Request.Path, 1, (_, count) => count + 1);
    }
}
