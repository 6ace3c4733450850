namespace Studies.Hosting;

/// <summary>Receives traces, metrics and logs by the OpenTelemetry protocol over HTTP, and discards them.</summary>
internal sealed class TelemetrySink() : LoopbackServer(FreePort.FindAddress())
{
    private long _tracesReceived;

    /// <summary>The bytes of traces that arrived.</summary>
    public long TracesReceived => Interlocked.Read(ref _tracesReceived);

    /// <summary>The settings with which a service sends its telemetry to this receiver.</summary>
    public IReadOnlyList<string> Settings =>
        [$"--OTEL_EXPORTER_OTLP_ENDPOINT={Address}", "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf"];

    protected override async Task AnswerAsync(HttpListenerContext context)
    {
        using var body = new MemoryStream();
        await context.Request.InputStream.CopyToAsync(body);
        if (context.Request.Url!.AbsolutePath is "/v1/traces")
            Interlocked.Add(ref _tracesReceived, body.Length);
        context.Response.Close();
    }
}
