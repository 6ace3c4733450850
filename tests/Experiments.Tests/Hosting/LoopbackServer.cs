namespace Experiments.Tests.Hosting;

/// <summary>A small HTTP server on this machine.</summary>
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
