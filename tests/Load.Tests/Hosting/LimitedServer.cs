using System.Diagnostics;

namespace Load.Tests.Hosting;

/// <summary>
/// A server that answers one request at a time, each after a fixed time. The end of each request is calculated from the
/// end of the one before it, so that late timers of a busy machine do not lower the capacity.
/// </summary>
internal sealed class LimitedServer : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly TimeSpan _serviceTime;
    private TestServer _server = null!;
    private TimeSpan _lastRequestEnd;

    private LimitedServer(TimeSpan serviceTime) => _serviceTime = serviceTime;

    public string Url => _server.Url;

    public static async Task<LimitedServer> StartAsync(TimeSpan serviceTime)
    {
        var limited = new LimitedServer(serviceTime);
        limited._server = await TestServer.StartAsync(async context =>
        {
            await Task.Delay(limited.GetTimeUntilRequestEnd(), context.RequestAborted);
            await TestServer.HelloAsync(context);
        });
        return limited;
    }

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private TimeSpan GetTimeUntilRequestEnd()
    {
        lock (_gate)
        {
            var now = Stopwatch.GetElapsedTime(_started);
            _lastRequestEnd = (now > _lastRequestEnd ? now : _lastRequestEnd) + _serviceTime;
            return _lastRequestEnd - now;
        }
    }
}
