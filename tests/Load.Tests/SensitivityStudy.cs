using System.Runtime.CompilerServices;

namespace Load.Tests;

/// <summary>
/// Measures how often the verdicts of <c>load compare</c> are false or missed: in 20 comparisons of equal variants, and
/// in 10 with a variant that is 5 % slower. These have as many rounds as the median estimate of the first 20 says.
/// </summary>
public sealed class SensitivityStudy
{
    [Fact(Explicit = true)]
    [Slow]
    [Trait("Study", "sensitivity")]
    [TimeLimit(1800)]
    public async Task Compare_EqualAndFivePercentSlowerVariants_GivesCorrectVerdicts()
    {
        await using var server = await SingleThreadServer.StartAsync();

        var equals = await CompareAsync(server, times: 20, slower: 0, rounds: 7);
        equals.Count(ratio => VerdictLabels.IsDifference(ratio.Verdict)).ShouldBeLessThanOrEqualTo(1);

        var rounds = (int)Math.Ceiling(Median.Calculate(equals.Select(ratio => EstimateRounds(ratio, 7))));
        rounds.ShouldBeLessThanOrEqualTo(45, "This machine is too busy: the study would take over 12 minutes.");
        var planted = await CompareAsync(server, times: 10, slower: 5, rounds);
        planted.Count(ratio => ratio.Verdict == RatioVerdict.Slower).ShouldBeGreaterThanOrEqualTo(9);
    }

    private static async Task<List<RatioResult>> CompareAsync(
        SingleThreadServer server, int times, int slower, int rounds)
    {
        var ratios = new List<RatioResult>();
        for (var time = 1; time <= times; time++)
        {
            string[] args =
            [
                "-u", server.Url, "--vary", $"slower=0,{slower}", "--rounds", $"{rounds}", "--seed", $"{time}",
                "-c", "4", "--slice", "300ms", "--slice-warmup", "50ms", "--warmup", "500ms",
            ];
            var result = await LoadProcess.CompareAsync(args, TestContext.Current.CancellationToken);
            server.ClearRequests();
            var ratio = result.Variants[1].Ratio!;
            TestContext.Current.TestOutputHelper!.WriteLine(
                $"{slower} % slower, {rounds} rounds of 300 ms: {ratio.Value:0.000} [{ratio.Lo:0.000}-{ratio.Hi:0.000}]  "
                + $"{VerdictLabels.Format(ratio.Verdict)}  "
                + $"a difference of 5 % needs {EstimateRounds(ratio, rounds):0} rounds");
            ratios.Add(ratio);
        }

        return ratios;
    }

    // With so many rounds, half of the interval is as wide as the difference; half as many more allow for chance.
    private static double EstimateRounds(RatioResult ratio, int rounds) => 1.5 * rounds
        * Math.Pow(Math.Log(ratio.Hi!.Value / ratio.Lo!.Value) / 2 / Math.Log(0.95), 2);
}

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
