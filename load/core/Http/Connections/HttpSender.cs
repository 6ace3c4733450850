namespace TwoTier.Load.Http.Connections;

/// <summary>
/// The HTTP client. It owns the connections of a run, which stay open from one stage or turn to the next, and never
/// opens more of them than configured.
/// </summary>
internal sealed class HttpSender(int channels, ClientOptions? options = null, TimeProvider? time = null) : IDisposable
{
    private readonly Connector _connector = new(time ?? TimeProvider.System, options ?? new ClientOptions());
    private readonly PriorityQueue<HttpChannel, int> _freeChannels = new();
    private readonly List<HttpChannel> _channels = [];
    private readonly Lock _gate = new();

    /// <summary>Takes the free channel with the lowest number.</summary>
    public HttpChannel Rent()
    {
        lock (_gate)
            return _freeChannels.TryDequeue(out var channel, out _) ? channel : Create();
    }

    public void Return(HttpChannel channel)
    {
        lock (_gate)
            _freeChannels.Enqueue(channel, channel.Number);
    }

    public HttpSender CreateSeparateSender(int count) => new(count, options, time);

    /// <summary>Sends a request by itself, and keeps its response.</summary>
    public async Task<ProbeResult> ProbeAsync(PlannedRequest planned, TimeSpan timeout, CancellationToken stop)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(timeout);
        var (channel, body, head) = (Rent(), new BodyBuffer(), new List<string>());
        channel.Trace.Head = head;
        try
        {
            var response = await channel.SendAsync(channel.Prepare(planned), body, limit.Token);
            return response.Error is { } error
                ? Fail(error)
                : new ProbeResult(response.Status, head, body.Content.ToArray(), null, response.Bytes);
        }
        catch (Exception e)
        {
            return Fail(e);
        }
        finally
        {
            channel.Trace.Head = null;
            body.Release();
            Return(channel);
        }

        ProbeResult Fail(Exception e) => new(0, head, [], RequestFailure.FromException(e, channel.Trace));
    }

    public void Dispose()
    {
        lock (_gate)
        {
            foreach (var channel in _channels)
                channel.Dispose();
        }
    }

    // The caller holds the lock.
    private HttpChannel Create()
    {
        var number = _channels.Count;
        if (number >= channels)
            throw new InvalidOperationException($"more than {channels} requests at a time");
        _channels.Add(new HttpChannel(number, _connector));
        return _channels[number];
    }
}

internal sealed record ProbeResult(
    int Status, IReadOnlyList<string> Head, byte[] Body, RequestFailure? Failure, long ReceivedBytes = 0);

internal readonly record struct CompletedResponse(int Status, long Bytes)
{
    /// <summary>Whether the response met the expectations. By default, the only expectation is a 2xx status.</summary>
    public ResponseOutcome Outcome { get; init; } = ResponseExpectations.Success.GetOutcome(Status, null);

    /// <summary>Why there is no complete and valid response; null if there is one.</summary>
    public Exception? Error { get; init; }
}
