// The client of Sedlaczek, 2014, sends one burst. For each request it starts a task on its thread pool, and the task
// blocks its thread until the response has arrived. The pool begins with one thread for each core and adds a few per
// second, so that the client itself limits how many requests run at the same time. Each burst needs a process of its
// own, whose pool is as new as that of the published program. It prints how many requests failed, and the seconds.
using System.Diagnostics;
using System.Globalization;
using System.Net;

var url = new Uri(args[0]);
var requests = int.Parse(args[1], CultureInfo.InvariantCulture);
var (failed, started) = (0, Stopwatch.GetTimestamp());
await Task.WhenAll(Enumerable.Range(0, requests).Select(_ => Task.Factory.StartNew(
    () =>
    {
        if (!TryDownload(url))
            Interlocked.Increment(ref failed);
    },
    CancellationToken.None, TaskCreationOptions.None, TaskScheduler.Default)));
var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{failed} {seconds}"));

#pragma warning disable SYSLIB0014 // WebClient is obsolete, but it is what the publication measured with.
static bool TryDownload(Uri url)
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
