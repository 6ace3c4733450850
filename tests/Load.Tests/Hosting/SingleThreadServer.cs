using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Load.Tests.Hosting;

/// <summary>
/// A server whose throughput is limited by a single thread, which spins for a fixed time for each request, one request
/// after the other. Under a closed loop of several connections, the queue of this thread is never empty, so requests
/// with <c>?slower=5</c> have 95 % of the throughput of requests with <c>?slower=0</c>.
/// </summary>
internal sealed class SingleThreadServer : IAsyncDisposable
{
    private static readonly TimeSpan WorkPerRequest = TimeSpan.FromMilliseconds(0.5);
    private readonly BlockingCollection<(long Iterations, TaskCompletionSource Done)> _queue = [];
    private readonly long _iterations = Calibrate();
    private TestServer _server = null!;

    public string Url => _server.Url;

    public static async Task<SingleThreadServer> StartAsync()
    {
        var work = new SingleThreadServer();
        new Thread(work.Spin) { IsBackground = true }.Start();
        work._server = await TestServer.StartAsync(work.AnswerAsync);
        return work;
    }

    public void ClearRequests() => _server.RequestedPaths.Clear();

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

    // The calibration uses the fastest of ten measurements, because other work on the machine can only make a
    // measurement slower.
    private static long Calibrate()
    {
        const long Iterations = 1_000_000;
        var fastest = Enumerable.Range(0, 10).Min(_ =>
        {
            var started = Stopwatch.GetTimestamp();
            Spin(Iterations);
            return Stopwatch.GetElapsedTime(started);
        });
        return (long)(Iterations * (WorkPerRequest / fastest));
    }

    // The attribute makes .NET optimise the method fully at once. With tiered compilation, the first requests would
    // take longer than later requests.
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
