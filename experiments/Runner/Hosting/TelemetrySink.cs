using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Hosting;

namespace Experiments.Hosting;

/// <summary>Receives traces, metrics and logs by the OpenTelemetry protocol over HTTP, and discards them.</summary>
internal sealed class TelemetrySink : IAsyncDisposable
{
    private readonly WebApplication _app;
    private long _tracesReceived;

    public TelemetrySink()
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        _app = builder.Build();
        _app.Run(ReceiveAsync);
        _app.Start();
    }

    /// <summary>The bytes of the traces.</summary>
    public long TracesReceived => Interlocked.Read(ref _tracesReceived);

    public IReadOnlyList<string> Settings =>
        [$"--OTEL_EXPORTER_OTLP_ENDPOINT={_app.Urls.Single()}", "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf"];

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private async Task ReceiveAsync(HttpContext context)
    {
        await context.Request.Body.CopyToAsync(Stream.Null, context.RequestAborted);
        if (context.Request.Path == "/v1/traces")
            Interlocked.Add(ref _tracesReceived, context.Request.ContentLength ?? 1);
    }
}
