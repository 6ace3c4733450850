namespace Studies.Studies;

/// <summary>Sends what callers send in a drill, and counts what they get.</summary>
internal sealed class DrillTraffic(HttpClient http, Uri frontend, Callers callers)
{
    private const int Ids = 1_000;
    private const int MaxOpen = 2_000;
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan TimeBeforeReconnect = TimeSpan.FromSeconds(1);

    private long _asked;
    private long _good;

    public (long Asked, long Good) Counts => (Interlocked.Read(ref _asked), Interlocked.Read(ref _good));

    public Task RunAsync(CancellationToken end) => callers.Rate > 0
        ? SendSteadilyAsync(end)
        : Task.WhenAll(Enumerable.Range(0, callers.Count).Select(caller => SendAgainAndAgainAsync(caller, end)));

    /// <summary>Keeps a connection open that sends nothing, and opens it again when the server has closed it.</summary>
    public static async Task HoldConnectionAsync(Uri service, CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            try
            {
                using var client = new TcpClient();
                await client.ConnectAsync(service.Host, service.Port, end);
                await client.GetStream().ReadExactlyAsync(new byte[1], end);
            }
            catch (Exception exception) when (exception is IOException or SocketException or OperationCanceledException)
            {
            }

            await Task.Delay(TimeBeforeReconnect, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Keeps cores busy, as another program on the machine would.</summary>
    public static Task OccupyAsync(int cores, CancellationToken end) =>
        Task.WhenAll(Enumerable.Range(0, cores).Select(_ => Task.Factory.StartNew(
            () =>
            {
                while (!end.IsCancellationRequested)
                    Thread.SpinWait(100);
            },
            CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)));

    private async Task SendSteadilyAsync(CancellationToken end)
    {
        var (started, sent, requests) = (Stopwatch.GetTimestamp(), 0L, new List<Task>());
        while (!end.IsCancellationRequested)
        {
            await Task.Delay(Tick, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            requests.RemoveAll(request => request.IsCompleted);
            var due = (long)(Stopwatch.GetElapsedTime(started).TotalSeconds * callers.Rate);
            // What this program could not send in time, because it had no core, does not come as a burst.
            for (sent = Math.Max(sent, due - 1 - (callers.Rate / 5)); sent < due; sent++)
            {
                if (requests.Count < MaxOpen)
                    requests.Add(SendAsync(sent, end));
            }
        }

        await Task.WhenAll(requests);
    }

    private async Task SendAgainAndAgainAsync(int caller, CancellationToken end)
    {
        for (long number = caller; !end.IsCancellationRequested; number += callers.Count)
        {
            // Callers that are refused would otherwise take a core.
            if (!await SendAsync(number, end))
                await Task.Delay(Tick, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Sends a request. Failures are what the alerts must find.</summary>
    private async Task<bool> SendAsync(long number, CancellationToken end)
    {
        var id = (number % Ids) + 1;
        var path = callers.Paths[(int)(number % callers.Paths.Count)]
            .Replace("{id}", $"{id}", StringComparison.Ordinal)
            .Replace("{missing}", $"{1_000_000 + id}", StringComparison.Ordinal);
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(frontend, path));
        request.Headers.ConnectionClose = !callers.KeepAlive;
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(end);
        patience.CancelAfter(TimeSpan.FromSeconds(callers.PatienceS));
        var isGood = false;
        try
        {
            using var response = await http.SendAsync(request, patience.Token);
            isGood = response.IsSuccessStatusCode;
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
        }

        if (isGood)
            Interlocked.Increment(ref _good);
        if (isGood || !end.IsCancellationRequested)
            Interlocked.Increment(ref _asked);
        return isGood;
    }
}
