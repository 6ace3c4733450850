using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Http;

namespace Load.Tests.Hosting;

/// <summary>
/// A server as fast as one thread that spins for each request, one after the other. The queue never runs dry under a
/// closed loop of several connections, so <c>?slower=5</c> has 95 % of the throughput: nothing else bounds it.
/// </summary>
internal sealed class WorkServer : IAsyncDisposable
{
    private static readonly TimeSpan Work = TimeSpan.FromMilliseconds(0.5);
    private readonly BlockingCollection<(long Iterations, TaskCompletionSource Done)> _queue = [];
    private readonly long _iterations = Calibrate();
    private TestServer _server = null!;

    public string Url => _server.Url;

    public static async Task<WorkServer> StartAsync()
    {
        var work = new WorkServer();
        new Thread(work.Spin) { IsBackground = true }.Start();
        work._server = await TestServer.StartAsync(work.AnswerAsync);
        return work;
    }

    /// <summary>What was asked for so far, which is a lot.</summary>
    public void ClearRequests() => _server.Asked.Clear();

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        _queue.CompleteAdding();
    }

    private async Task AnswerAsync(HttpContext context)
    {
        var slower = int.Parse(context.Request.Query["slower"].ToString(), CultureInfo.InvariantCulture);
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _queue.Add((_iterations * 100 / (100 - slower), done));
        await done.Task;
        await TestServer.HelloAsync(context);
    }

    private void Spin()
    {
        foreach (var (iterations, done) in _queue.GetConsumingEnumerable())
        {
            Spin(iterations);
            done.SetResult();
        }
    }

    // The fastest of a few, since what else runs can only make it look slower.
    private static long Calibrate()
    {
        const long Iterations = 1_000_000;
        var fastest = Enumerable.Range(0, 10).Min(_ =>
        {
            var started = Stopwatch.GetTimestamp();
            Spin(Iterations);
            return Stopwatch.GetElapsedTime(started);
        });
        return (long)(Iterations * (Work / fastest));
    }

    // Compiled once and for all: tiers would make the first requests' work another than the last ones'.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static ulong Spin(long iterations)
    {
        var x = 2463534242UL;
        for (var i = 0L; i < iterations; i++)
        {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
        }

        return x;
    }
}
