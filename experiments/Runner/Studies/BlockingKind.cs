namespace Experiments.Studies;

/// <summary>
/// A way to wait for some milliseconds within a request (experiments/studies/cases/blocking.yaml): its code, in the front-end
/// that reads with a strategy, or in a program of its own, and whether the request gives its thread back.
/// </summary>
internal sealed record BlockingKind(
    string Name, string Title, int Ms, string? Strategy = null, bool IsAsync = false)
{
    /// <summary>So few that they do not stop the process: 300 requests at once can, even without a wait.</summary>
    public const int WarmUpBurst = 10;
    private const string Peer = "BlockingOperations";

    public static IReadOnlyList<BlockingKind> All { get; } = StudyFiles.ReadCases<BlockingKind>("blocking");

    /// <param name="environment">Starts the services.</param>
    /// <param name="pool">The threads that the pool creates without delay, a hyphen, and its maximum.</param>
    /// <returns>The service, an address that answers at once, and a function that returns one that waits.</returns>
    public async Task<(Uri Service, Uri Quick, Func<Task<Uri>> MakeSlowAsync)> StartAsync(
        TestbedEnvironment environment, string pool)
    {
        var (min, max) = (pool.Split('-')[0], pool.Split('-')[1]);
        if (Strategy is null)
        {
            var peer = await environment.StartProgramAsync("operations", Peer, ServiceProgram.CreateStartInfo(
                Peer, [$"--MinThreads={min}", $"--MaxThreads={max}"]));
            return (peer, new(peer, $"/{Name}?ms=0"), () => Task.FromResult(new Uri(peer, $"/{Name}?ms={Ms}")));
        }

        var backend = await environment.StartBackendAsync(
            [.. FaultControl.Settings, "--Data:Customers=1", "--Data:OrdersPerCustomer=1"]);
        var frontend = await environment.StartFrontendAsync(
            backend, settings: [$"--Runtime:MinThreads={min}", $"--Runtime:MaxThreads={max}"]);
        var customer = new Uri(frontend, $"/api/customer/1?strategy={Strategy}");
        return (frontend, customer, MakeSlowAsync);

        async Task<Uri> MakeSlowAsync()
        {
            await new FaultControl(environment, backend).SetAsync(new { latencyMs = Ms });
            return customer;
        }
    }
}

/// <summary>What became of a burst. A time is null if it was not reached.</summary>
internal sealed record BlockingBurst(
    double? FirstS, double? LastS, double InTimePercent, double AnsweredPercent, double? Threads, bool HasStopped);

/// <summary>What became of a burst in several starts. There is a time only if every start has one.</summary>
internal sealed record BlockingRow(
    string Kind, string Pool, StartRange? FirstS, StartRange? LastS, StartRange InTimePercent,
    StartRange AnsweredPercent, StartRange? Threads, int Stopped, int Starts)
{
    public static BlockingRow Create(string kind, string pool, IReadOnlyList<BlockingBurst> starts)
    {
        return new(
            kind, pool, Summarize(one => one.FirstS), Summarize(one => one.LastS),
            Summarize(one => one.InTimePercent)!, Summarize(one => one.AnsweredPercent)!,
            Summarize(one => one.Threads), starts.Count(one => one.HasStopped), starts.Count);

        StartRange? Summarize(Func<BlockingBurst, double?> get) =>
            starts.All(one => get(one) is not null) ? StartRange.Create(starts.Select(get)) : null;
    }
}
