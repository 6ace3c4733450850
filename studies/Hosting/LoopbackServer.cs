namespace Studies.Hosting;

/// <summary>A small HTTP server on this machine, for tests of tools.</summary>
internal abstract class LoopbackServer : IAsyncDisposable
{
    private readonly HttpListener _listener = new();
    private readonly Task _acceptLoop;

    protected LoopbackServer(Uri address)
    {
        Address = address;
        _listener.Prefixes.Add($"{address}");
        _listener.Start();
        _acceptLoop = AcceptAsync();
    }

    public Uri Address { get; }

    public async ValueTask DisposeAsync()
    {
        _listener.Stop();
        await _acceptLoop;
        _listener.Close();
    }

    protected abstract Task AnswerAsync(HttpListenerContext context);

    private async Task AcceptAsync()
    {
        while (true)
        {
            try
            {
                _ = TryAnswerAsync(await _listener.GetContextAsync());
            }
            catch (Exception e) when (e is HttpListenerException or InvalidOperationException)
            {
                return;
            }
        }
    }

    private async Task TryAnswerAsync(HttpListenerContext context)
    {
        try
        {
            await AnswerAsync(context);
        }
        catch (Exception e) when (e is HttpListenerException or InvalidOperationException)
        {
            // The exception is ignored, because the client has closed the connection, or the server is stopping.
        }
    }
}

/// <summary>Receives traces, metrics and logs by the OpenTelemetry protocol over HTTP, and discards them.</summary>
internal sealed class TelemetrySink() : LoopbackServer(FreePort.FindAddress())
{
    private long _tracesReceived;

    public long TracesReceived => Interlocked.Read(ref _tracesReceived);

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
