namespace Studies.Hosting;

/// <summary>Receives traces, metrics and logs by the OpenTelemetry protocol over HTTP, and discards them.</summary>
internal sealed class TelemetrySink : IAsyncDisposable
{
    private readonly HttpListener _listener = new();
    private readonly Task _serving;
    private long _tracesReceived;

    public TelemetrySink()
    {
        _listener.Prefixes.Add($"{Address}");
        _listener.Start();
        _serving = ServeAsync();
    }

    public Uri Address { get; } = FreePort.FindAddress();

    /// <summary>The bytes of traces that arrived.</summary>
    public long TracesReceived => Interlocked.Read(ref _tracesReceived);

    /// <summary>The settings with which a service sends its telemetry to this receiver.</summary>
    public IReadOnlyList<string> Settings =>
        [$"--OTEL_EXPORTER_OTLP_ENDPOINT={Address}", "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf"];

    public async ValueTask DisposeAsync()
    {
        _listener.Close();
        await _serving;
    }

    private async Task ServeAsync()
    {
        var buffer = new byte[65_536];
        while (true)
        {
            try
            {
                var context = await _listener.GetContextAsync();
                var isTrace = context.Request.Url!.AbsolutePath is "/v1/traces";
                while (await context.Request.InputStream.ReadAsync(buffer) is > 0 and var count)
                {
                    if (isTrace)
                        Interlocked.Add(ref _tracesReceived, count);
                }

                context.Response.Close();
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
            {
                if (!_listener.IsListening)
                    return;
            }
        }
    }
}
