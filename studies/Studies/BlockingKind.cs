namespace Studies.Studies;

/// <summary>
/// A way to wait within a request: for an operation (peers/blocking-operations), or, with a strategy of the front-end,
/// for a back-end that answers late. The title is the code that waits.
/// </summary>
internal sealed record BlockingKind(string Name, string Title, int Ms, string? Strategy = null)
{
    private const string Peer = "BlockingOperations";

    /// <summary>Whether a request gives its thread back while it waits. Only then must a burst be answered in time.</summary>
    public bool IsAsync => Name is "await" || Strategy is "get-from-json";

    public static IReadOnlyList<BlockingKind> All { get; } =
    [
        new("await", "await", 2000),
        new("sleep", "Thread.Sleep", 2000),
        new("result", ".Result", 2000),
        new("delay-wait", "Task.Delay.Wait", 2000),
        new("get-result", "GetResult()", 2000),
        .. from strategy in (string[])["get-from-json", "webclient-sync", "result-blocking"]
           from ms in (int[])[500, 2000]
           select new BlockingKind($"{strategy}-{ms}", $"{strategy}, {ms / 1000.0:0.#} s", ms, strategy),
    ];

    /// <summary>
    /// The states of the process in which it is measured: cold is one that has just started, warm one that has answered
    /// a burst as large without any wait, so that its code is compiled and its connections are open.
    /// </summary>
    public string[] States => Strategy is not null ? ["warm"] : Name is "get-result" ? ["cold"] : ["cold", "warm"];

    /// <summary>GetResult is measured once, because it is the same code as .Result except for its exceptions.</summary>
    public bool IsMeasuredWith(int minThreads, IEnumerable<int> all) =>
        Name is not "get-result" || minThreads == all.First();

    public async Task<BlockingService> StartAsync(TestbedEnvironment environment, int minThreads, int maxThreads)
    {
        if (Strategy is null)
        {
            var peer = await environment.StartProgramAsync("operations", Peer, ProgramLocator.CreateStartInfo(
                Peer, ["--urls", "http://127.0.0.1:0", $"--MinThreads={minThreads}", $"--MaxThreads={maxThreads}"]));
            return new(peer, new(peer, $"/{Name}?ms=0"), () => Task.FromResult(new Uri(peer, $"/{Name}?ms={Ms}")));
        }

        var backend = await environment.StartBackendAsync(
            [.. FaultControl.Settings, "--Data:Customers=1", "--Data:OrdersPerCustomer=1"]);
        var frontend = await environment.StartFrontendAsync(
            backend, settings: [$"--Runtime:MinThreads={minThreads}", $"--Runtime:MaxThreads={maxThreads}"]);
        var customer = new Uri(frontend, $"/api/customer/1?strategy={Strategy}");
        return new(frontend, customer, async () =>
        {
            await new FaultControl(environment, backend).SetAsync(new { latencyMs = Ms });
            return customer;
        })
        {
            Backend = backend,
        };
    }
}

/// <summary>A service to send bursts to: first without a wait, and then, at the address that is returned, with one.</summary>
internal sealed record BlockingService(Uri Address, Uri Quick, Func<Task<Uri>> MakeSlowAsync)
{
    public Uri? Backend { get; init; }
}

/// <summary>What became of a burst, over several starts of the process. A time is null if it was not reached.</summary>
internal sealed record BlockingRow(
    string Kind, string State, int MinThreads, StartRange? FirstS, StartRange? LastS, StartRange InTimePercent,
    StartRange AnsweredPercent, StartRange? Threads, int Stopped, int Starts)
{
    /// <summary>Summarizes starts. There is a time only if every start has one.</summary>
    public static BlockingRow Create(IReadOnlyList<BlockingRow> starts)
    {
        return starts[0] with
        {
            FirstS = Summarize(one => one.FirstS),
            LastS = Summarize(one => one.LastS),
            InTimePercent = Summarize(one => one.InTimePercent)!,
            AnsweredPercent = Summarize(one => one.AnsweredPercent)!,
            Threads = Summarize(one => one.Threads),
            Stopped = starts.Sum(one => one.Stopped),
            Starts = starts.Count,
        };

        StartRange? Summarize(Func<BlockingRow, StartRange?> get) => starts.All(one => get(one) is not null)
            ? StartRange.Create(starts.Select(one => get(one)?.Median))
            : null;
    }
}
