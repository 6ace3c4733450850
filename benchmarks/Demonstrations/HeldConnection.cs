using System.Diagnostics;
using System.Globalization;
using Benchmarks.Serving;

namespace Benchmarks.Demonstrations;

/// <summary>
/// With one connection allowed: how long the next call waits while a headers-read response is kept for a while, read or not,
/// before it is disposed. Reis, 2021 (C3).
/// </summary>
internal static class HeldConnection
{
    private static readonly TimeSpan Kept = TimeSpan.FromSeconds(1);
    private static readonly string Path = "/documents/400000";

    public static async Task RunAsync(TextWriter output)
    {
        await output.WriteLineAsync($"MaxConnectionsPerServer=1; the first response is kept for {Kept.TotalSeconds} s; the next call takes");
        await PrintAsync(output, "ResponseContentRead, not disposed", HttpCompletionOption.ResponseContentRead, read: false);
        await PrintAsync(output, "ResponseHeadersRead, body not read, not disposed", HttpCompletionOption.ResponseHeadersRead, read: false);
        await PrintAsync(output, "ResponseHeadersRead, body read, not disposed", HttpCompletionOption.ResponseHeadersRead, read: true);
    }

    private static async Task PrintAsync(TextWriter output, string way, HttpCompletionOption completion, bool read)
    {
        using var client = new HttpClient(new SocketsHttpHandler { MaxConnectionsPerServer = 1 }) { BaseAddress = ServerProcess.Address };
        using (await client.GetAsync(Path))
        {
        }

        var kept = await client.GetAsync(Path, completion);
        if (read)
            await kept.Content.CopyToAsync(Stream.Null);
        var started = Stopwatch.GetTimestamp();
        var next = client.GetAsync(Path);
        await Task.WhenAny(next, Task.Delay(Kept));
        kept.Dispose();
        using var answer = await next;
        var ms = Stopwatch.GetElapsedTime(started).TotalMilliseconds.ToString("#,0", CultureInfo.InvariantCulture);
        await output.WriteLineAsync($"  {way,-52}{ms,6} ms");
    }
}
