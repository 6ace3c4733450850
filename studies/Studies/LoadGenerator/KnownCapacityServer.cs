using System.Diagnostics;
using System.Net;

namespace Studies.Studies.LoadGenerator;

/// <summary>
/// A server with a known capacity: it works on a limited number of requests at a time, and each request takes a fixed
/// time. Further requests wait. The end of each request is calculated from the end of an earlier one and not from a
/// timer, so that late timers of a busy machine delay single responses but do not lower the capacity.
/// </summary>
internal sealed class KnownCapacityServer : IAsyncDisposable
{
    private readonly HttpListener _listener = new();
    private readonly Lock _gate = new();
    private readonly TimeSpan _serviceTime;
    private readonly PriorityQueue<TimeSpan, TimeSpan> _requestEndTimes = new();
    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly Task _acceptLoop;

    /// <param name="address">The address on which the server listens.</param>
    /// <param name="limit">The number of requests that the server works on at a time.</param>
    /// <param name="serviceTime">The time that a request takes.</param>
    public KnownCapacityServer(Uri address, int limit, TimeSpan serviceTime)
    {
        (Address, Capacity, _serviceTime) = (address, limit / serviceTime.TotalSeconds, serviceTime);
        for (var i = 0; i < limit; i++)
            _requestEndTimes.Enqueue(TimeSpan.Zero, TimeSpan.Zero);
        _listener.Prefixes.Add($"{address}");
        _listener.Start();
        _acceptLoop = AcceptAsync();
    }

    public Uri Address { get; }

    /// <summary>The capacity of the server: the largest number of requests per second that it can answer.</summary>
    public double Capacity { get; }

    public async ValueTask DisposeAsync()
    {
        _listener.Stop();
        await _acceptLoop;
        _listener.Close();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            try
            {
                _ = AnswerAsync(await _listener.GetContextAsync());
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException)
            {
                return;
            }
        }
    }

    private async Task AnswerAsync(HttpListenerContext context)
    {
        try
        {
            var wait = ScheduleRequestEnd() - Stopwatch.GetElapsedTime(_started);
            if (wait > TimeSpan.Zero)
                await Task.Delay(wait);
            context.Response.Close();
        }
        catch (Exception e) when (e is HttpListenerException or ObjectDisposedException or InvalidOperationException)
        {
            // The exception is ignored, because the client has closed the connection, or the server is stopping.
        }
    }

    private TimeSpan ScheduleRequestEnd()
    {
        lock (_gate)
        {
            var (now, free) = (Stopwatch.GetElapsedTime(_started), _requestEndTimes.Dequeue());
            var end = (now > free ? now : free) + _serviceTime;
            _requestEndTimes.Enqueue(end, end);
            return end;
        }
    }
}
