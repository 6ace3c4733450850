namespace Studies.Studies;

/// <summary>
/// The client of Sedlaczek, 2014. For each request of a burst it starts a task on its own thread pool, and the task
/// blocks its thread until the response has arrived. The pool begins with one thread for each core and adds a few per
/// second, so that the client itself limits how many requests run at the same time.
/// </summary>
internal static class ClientOf2014
{
    public static async Task<BurstResult> SendAsync(Uri url, int requests)
    {
        var (failed, started) = (0, Stopwatch.GetTimestamp());
        await Task.WhenAll(Enumerable.Range(0, requests).Select(_ => Task.Factory.StartNew(
            () =>
            {
                if (!TryDownload(url))
                    Interlocked.Increment(ref failed);
            },
            CancellationToken.None, TaskCreationOptions.None, TaskScheduler.Default)));
        var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        return BurstSeries.CreateResult(requests, failed, seconds);
    }

#pragma warning disable SYSLIB0014 // WebClient is obsolete, but it is what the publication measured with.
    private static bool TryDownload(Uri url)
    {
        using var client = new WebClient { Proxy = null };
        try
        {
            client.DownloadString(url);
            return true;
        }
        catch (WebException)
        {
            return false;
        }
    }
#pragma warning restore SYSLIB0014
}
