using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Bursts on an operation of 2 s, each on a back-end that is started anew: a burst's figures depend on the threads that
/// the burst before it has left.
/// </summary>
/// <param name="Name">The name of the series.</param>
/// <param name="Kind">Whether the operation blocks: sync or async.</param>
/// <param name="Pool">The settings of the back-end's thread pool.</param>
/// <param name="IsShort">Whether the short form has a burst of this size.</param>
internal sealed record BurstSeries(string Name, string Kind, string[] Pool, Func<int, bool> IsShort)
{
    public const int PoolLimit = 200;

    /// <summary>
    /// The default timeout of HttpClient, which the source probably used. A later response is a failure.
    /// </summary>
    public const string Timeout = "100s";

    public static BurstSeries BlockingCapped { get; } =
        new("sync-capped", "sync", [$"--Runtime:MaxThreads={PoolLimit}"], size => size <= 500);

    public static BurstSeries BlockingDefault { get; } = new("sync-default", "sync", [], size => size <= 500);

    /// <summary>
    /// The threads exist before the burst: their number matters, and not how slowly the pool adds them.
    /// </summary>
    public static BurstSeries BlockingReady { get; } = new(
        "sync-ready", "sync", [$"--Runtime:MinThreads={PoolLimit}", $"--Runtime:MaxThreads={PoolLimit}"],
        size => size is 100 or 500);

    public static BurstSeries BlockingUnlimited { get; } =
        new("sync-unlimited", "sync", ["--Runtime:MinThreads=1000"], size => size is 100 or 1000);

    public static BurstSeries AsyncCapped { get; } =
        new("async-capped", "async", [$"--Runtime:MaxThreads={PoolLimit}"], _ => true);

    public static BurstSeries AsyncDefault { get; } = new("async-default", "async", [], _ => true);

    public static IReadOnlyList<BurstSeries> All { get; } =
        [BlockingCapped, BlockingDefault, BlockingReady, BlockingUnlimited, AsyncCapped, AsyncDefault];

    /// <summary>Sends one burst to a new back-end.</summary>
    /// <returns>The path of the result; null where no request was answered in time.</returns>
    /// <exception cref="StudyException">The load tool failed, or the back-end died.</exception>
    public async Task<string?> SendAsync(TestbedEnvironment environment, LoadToolRunner load, int size, string folder)
    {
        var backend = await environment.StartBackendAsync(["--Data:Customers=1", "--Runtime:WatchPool=true", .. Pool]);
        var operation = $"{new Uri(backend, $"/api/long-operation/{Kind}?ms=")}";
        // This request compiles the code and adds no thread to the pool.
        await environment.GetAsync(new($"{operation}0"));
        var run = await load.RunQuietlyAsync(new LoadCommand("run", folder)
        {
            Options =
            [
                ("--url", $"{operation}2000"), ("--burst", $"{size}"), ("--timeout", Timeout), ("--warmup", "0s"),
                ("--name", $"{Name}-{size}"),
            ],
        });
        if (run.Code is not (ExitCode.Success or ExitCode.Invalid or ExitCode.Failed)
            || environment.GetProcess(backend).HasExited)
            throw new StudyException($"The burst of {size} failed: the load tool exited with {run.Code}.");
        await environment.StopAsync(backend);
        Show(size, run.Path is null ? null : BurstResult.Read(run.Path));
        return run.Path;
    }

    private void Show(int size, BurstResult? burst) => Console.WriteLine(burst is null
        ? $"  {Name,-15}{size,6}  no response within {Timeout}"
        : $"  {Name,-15}{size,6}{Figures.Format(burst.Rps, "0.0"),10} req/s"
            + $"{Figures.Format(burst.DurationS, "0.0"),10} s{burst.Errors,8} failed");
}
