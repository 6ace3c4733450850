namespace Studies.Studies.LoadGenerator;

/// <summary>
/// A server with a known capacity: it works on a limited number of requests at a time, and each request takes a fixed
/// time. Further requests wait. The end of each request is calculated from the end of an earlier one and not from a
/// timer, so that late timers of a busy machine delay single responses but do not lower the capacity.
/// </summary>
internal sealed class KnownCapacityServer : LoopbackServer
{
    private readonly Lock _gate = new();
    private readonly TimeSpan _serviceTime;
    private readonly PriorityQueue<TimeSpan, TimeSpan> _requestEndTimes = new();
    private readonly long _started = Stopwatch.GetTimestamp();

    public KnownCapacityServer(Uri address, int limit, TimeSpan serviceTime)
        : base(address)
    {
        (Capacity, _serviceTime) = (limit / serviceTime.TotalSeconds, serviceTime);
        lock (_gate)
        {
            for (var i = 0; i < limit; i++)
                _requestEndTimes.Enqueue(TimeSpan.Zero, TimeSpan.Zero);
        }
    }

    /// <summary>The capacity of the server: the largest number of requests per second that it can answer.</summary>
    public double Capacity { get; }

    protected override async Task AnswerAsync(HttpListenerContext context)
    {
        var wait = ScheduleRequestEnd() - Stopwatch.GetElapsedTime(_started);
        if (wait > TimeSpan.Zero)
            await Task.Delay(wait);
        context.Response.Close();
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
