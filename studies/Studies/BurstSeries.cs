namespace Studies.Studies;

/// <summary>
/// A series of bursts of requests to an operation that takes 2 s. The back-end is started anew for each burst, because
/// the results depend on the threads that an earlier burst left in the pool. Connections are opened with the burst, as
/// Sedlaczek, 2014, did.
/// </summary>
internal sealed record BurstSeries(string Name, string Kind, string[] Pool)
{
    public const int PoolLimit = 200;

    /// <summary>The default of HttpClient, which Sedlaczek, 2014, probably used.</summary>
    public const string Timeout = "100s";

    public static BurstSeries BlockingWithCappedPool { get; } =
        new("sync-capped", "sync", [$"--Runtime:MaxThreads={PoolLimit}"]);

    /// <summary>All threads exist from the start: the pace at which the pool adds threads has no effect.</summary>
    public static BurstSeries BlockingWithUnlimitedPool { get; } =
        new("sync-unlimited", "sync", ["--Runtime:MinThreads=1000"]);

    public static BurstSeries AsyncWithCappedPool { get; } =
        new("async-capped", "async", [$"--Runtime:MaxThreads={PoolLimit}"]);

    public static BurstSeries AsyncWithDefaultPool { get; } = new("async-default", "async", []);

    public async Task<BurstResult> SendWithClientOf2014Async(TestbedEnvironment environment, int size, string folder)
    {
        var (backend, operation) = await StartBackendAsync(environment);
        var result = await ClientOf2014.SendFromNewProcessAsync(
            new($"{operation}2000"), size, Path.Combine(folder, $"{Name}-{size}"), environment.StopToken);
        await environment.StopAsync(backend);
        PrintBurst(size, result);
        return result;
    }

    /// <summary>Starts a back-end and sends one burst of requests to it.</summary>
    /// <returns>The path of the result file; null if no request got a response in time.</returns>
    public async Task<string?> SendAsync(TestbedEnvironment environment, LoadToolRunner load, int size, string folder)
    {
        var (backend, operation) = await StartBackendAsync(environment);
        var run = await load.RunWithoutDisplayAsync(new LoadCommand("run", folder)
        {
            Options =
            [
                ("--url", $"{operation}2000"), ("--burst", $"cold:{size}"), ("--timeout", Timeout),
                ("--warmup", "0s"), ("--name", $"{Name}-{size}"),
            ],
        });
        if (run.ToolExitCode is not (ExitCode.Success or ExitCode.Invalid or ExitCode.Failed)
            || environment.GetProcess(backend).HasExited)
        {
            throw new StudyException(
                $"The burst of {size} requests failed. The load tool exited with code {run.ToolExitCode}.");
        }

        await environment.StopAsync(backend);
        PrintBurst(size, run.Path is null ? null : ReadBurst(run.Path));
        return run.Path;
    }

    /// <summary>Starts a back-end with the thread pool of this series, which runs any number of operations.</summary>
    public async Task<(Uri Address, string Operation)> StartBackendAsync(TestbedEnvironment environment)
    {
        var backend = await environment.StartBackendAsync(
            PeakMonitor.Variables, ["--Data:Customers=1", "--LongOperations:MaxBlocking=100000", .. Pool]);
        var operation = $"{new Uri(backend, $"/api/long-operation/{Kind}?ms=")}";
        // A request before the burst makes the JIT compiler run, without adding a thread to the pool.
        await environment.GetAsync(new($"{operation}0"));
        return (backend, operation);
    }

    public static BurstResult ReadBurst(string path) => Result.Read(path).SingleVariant.Bursts![0];

    public static BurstResult CreateResult(int requests, int failed, double seconds) => new(
        requests, failed, new Dictionary<string, long>(), new Dictionary<string, long>(), seconds,
        (requests - failed) / seconds, P50: null, P99: null, Max: null);

    private void PrintBurst(int size, BurstResult? burst) => Console.WriteLine(burst is null
        ? $"  {Name,-15}{size,6}  no response within {Timeout}"
        : $"  {Name,-15}{size,6}{TableNumbers.Format(burst.Rps, "0.0"),10} req/s"
            + $"{TableNumbers.Format(burst.DurationS, "0.0"),10} s{burst.Errors,8} failed");
}
