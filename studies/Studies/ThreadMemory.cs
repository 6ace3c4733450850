namespace Studies.Studies;

/// <summary>
/// The memory of a blocked thread of the thread pool, for claim D3 of Sedlaczek, 2014. It is the growth of memory in a
/// burst of blocking requests, minus the growth in a burst of asynchronous requests, because connections and requests
/// also need memory.
/// </summary>
internal sealed record ThreadMemory(long Threads, double Anonymous, double Reserved)
{
    private const int BurstSize = 400;
    private const string OperationMs = "6000";
    private static readonly TimeSpan TimeToMiddleOfBurst = TimeSpan.FromSeconds(4);

    public static async Task<ThreadMemory?> MeasureAsync(
        TestbedEnvironment environment, LoadToolRunner load, string folder) =>
        await MeasureGrowthAsync(environment, load, "sync", folder) is { } blocking
        && await MeasureGrowthAsync(environment, load, "async", folder) is { } other
            ? FromGrowth(blocking - other)
            : null;

    private static ThreadMemory FromGrowth(ProcessStatus growth) => new(
        growth.Threads, (double)growth.Anonymous / growth.Threads, (double)growth.Reserved / growth.Threads);

    /// <summary>Measures how much the memory of a back-end grows until the middle of a burst.</summary>
    private static async Task<ProcessStatus?> MeasureGrowthAsync(
        TestbedEnvironment environment, LoadToolRunner load, string kind, string folder)
    {
        var backend = await environment.StartBackendAsync(
            [
            "--Data:Customers=1", $"--Runtime:MinThreads={BurstSize}", $"--Runtime:MaxThreads={BurstSize}",
            $"--LongOperations:MaxBlocking={BurstSize}",
        ]);
        var operation = $"{new Uri(backend, $"/api/long-operation/{kind}?ms=")}";
        await environment.GetAsync(new($"{operation}0"));
        var idle = ProcessStatus.Read(environment.GetProcess(backend));
        var sending = load.RunWithoutDisplayAsync(new LoadCommand("run", Path.Combine(folder, "bursts"))
        {
            Options =
            [
                ("--url", $"{operation}{OperationMs}"), ("--burst", $"cold:{BurstSize}"),
                ("--warmup", "0s"), ("--name", $"threads-{kind}"),
            ],
        });
        await environment.DelayAsync(TimeToMiddleOfBurst);
        var busy = ProcessStatus.Read(environment.GetProcess(backend));
        await sending;
        await environment.StopAsync(backend);
        return idle is null || busy is null ? null : busy - idle;
    }
}
