using System.Diagnostics;
using System.Globalization;
using Benchmarks.Serving;

namespace Benchmarks.Demonstrations;

/// <summary>
/// What a failing status with a long body costs, read or not: the bytes that the server got rid of, and time. What is not
/// read has partly been sent already, into the buffers of both sides. Reis, 2021 (C4).
/// </summary>
internal static class UnreadFailure
{
    private const int Calls = 100;

    public static async Task RunAsync(TextWriter output)
    {
        await output.WriteLineAsync($"{Calls} calls that fail, one after the other; each of them");
        foreach (var bytes in (int[])[40_000, 400_000, 4_000_000, 40_000_000])
        {
            await PrintAsync(output, "read", bytes, HttpCompletionOption.ResponseContentRead);
            await PrintAsync(output, "not read", bytes, HttpCompletionOption.ResponseHeadersRead);
        }
    }

    private static async Task PrintAsync(TextWriter output, string way, int bytes, HttpCompletionOption completion)
    {
        using var client = new HttpClient { BaseAddress = ServerProcess.Address };
        using var counter = new HttpClient { BaseAddress = ServerProcess.Address };
        var written = await WrittenAsync(counter);
        var started = Stopwatch.GetTimestamp();
        for (var i = 0; i < Calls; i++)
            (await client.GetAsync($"/failures/{bytes}", completion)).Dispose();
        var ms = Stopwatch.GetElapsedTime(started).TotalMilliseconds / Calls;
        written = (await WrittenAsync(counter) - written) / Calls;
        await output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"  {bytes,10} bytes  {way,-10}{ms,9:0.00} ms{written,12} bytes sent"));
    }

    private static async Task<long> WrittenAsync(HttpClient client) =>
        long.Parse(await client.GetStringAsync("/written"), CultureInfo.InvariantCulture);
}
