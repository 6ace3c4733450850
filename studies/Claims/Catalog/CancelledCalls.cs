namespace Studies.Claims.Catalog;

/// <summary>
/// Counts how the connections of calls end that are cancelled while they wait for the response, and how many clients
/// answer with a reset when the server sends its response all the same.
/// </summary>
internal sealed record CancelledCalls(int Calls, int Resets, int Closes, int Refused)
{
    public const int Number = 20;
    private const int BufferSize = 4096;
    private static readonly TimeSpan WaitLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan PauseBetweenAnswers = TimeSpan.FromMilliseconds(10);

    public static async Task<CancelledCalls> MeasureAsync(HttpClient client, CancellationToken stop)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var ends = new List<(ConnectionEnd End, bool IsRefused)>();
        while (ends.Count < Number)
            ends.Add(await CancelAsync(client, listener, stop));
        return new CancelledCalls(
            Number, ends.Count(call => call.End is ConnectionEnd.Reset),
            ends.Count(call => call.End is ConnectionEnd.Close), ends.Count(call => call.IsRefused));
    }

    public static Measurement Read(CancelledCalls calls) => new()
    {
        Metrics = new Dictionary<string, Metric>
        {
            ["resets"] = Metric.Exact(calls.Resets),
            ["closes"] = Metric.Exact(calls.Closes),
            ["refused"] = Metric.Exact(calls.Refused),
        },
        Figures = $"of {calls.Calls} connections, {calls.Resets} were reset and {calls.Closes} closed in order; "
            + $"{calls.Refused} refused what the server then sent",
    };

    private static async Task<(ConnectionEnd End, bool IsRefused)> CancelAsync(
        HttpClient client, TcpListener listener, CancellationToken stop)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(WaitLimit);
        using var cancel = new CancellationTokenSource();
        var call = client.GetAsync($"http://{listener.LocalEndpoint}/", cancel.Token);
        try
        {
            using var socket = await listener.AcceptSocketAsync(limit.Token);
            var buffer = new byte[BufferSize];
            if (await socket.ReceiveAsync(buffer, limit.Token) is 0)
                throw new StudyException("a client closed its connection before the call was cancelled");
            await cancel.CancelAsync();
            var end = await WaitForEndAsync(socket, buffer, limit.Token, stop);
            return (end, end is ConnectionEnd.Reset
                || (end is ConnectionEnd.Close && await IsRefusedAsync(socket, limit.Token, stop)));
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new StudyException("a call sent no request in time");
        }
        finally
        {
            await cancel.CancelAsync();
            await ((Task)call).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static async Task<ConnectionEnd> WaitForEndAsync(
        Socket socket, byte[] buffer, CancellationToken limit, CancellationToken stop)
    {
        try
        {
            return await socket.ReceiveAsync(buffer, limit) is 0 ? ConnectionEnd.Close : ConnectionEnd.None;
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.ConnectionReset)
        {
            return ConnectionEnd.Reset;
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            return ConnectionEnd.None;
        }
    }

    // The kernel of a client that has closed its socket answers with a reset. The next sending then fails.
    private static async Task<bool> IsRefusedAsync(Socket socket, CancellationToken limit, CancellationToken stop)
    {
        var answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray();
        try
        {
            while (true)
            {
                await socket.SendAsync(answer, limit);
                await Task.Delay(PauseBetweenAnswers, limit);
            }
        }
        catch (SocketException)
        {
            return true;
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            return false;
        }
    }

    private enum ConnectionEnd
    {
        None,
        Reset,
        Close,
    }
}
