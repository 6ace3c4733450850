namespace Studies.Studies;

/// <summary>
/// Sends bursts of requests to a process whose requests wait, each time in one of the ways that people write, and counts
/// who is answered, and when. Each burst goes to a process of its own, because a burst changes the thread pool, and
/// because some bursts stop a process for good.
/// </summary>
internal sealed class BlockingStudy : StudyCommand
{
    /// <summary>For how long a user waits. The rule: a burst to a request that awaits is answered within that.</summary>
    private const int PatienceS = 30;

    /// <summary>The time to end after SIGTERM. The services themselves give their requests 30 s.</summary>
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(35);

    private static readonly TimeSpan SampleInterval = TimeSpan.FromMilliseconds(100);

    private readonly Argument<string[]> _kinds = new("KINDS")
    {
        Description = $"The ways to wait: {string.Join(", ", BlockingKind.All.Select(one => one.Name))}. All by default.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<int> _requests = StudyOptions.CreateNumber(
        "--requests", "The number of requests of a burst.", 300, 1, 10_000);

    private readonly Option<string> _min = StudyOptions.CreateText(
        "--min-threads", "N", "The numbers of threads that the pool creates without delay.", "2,12,200")
        .WithRange(1, 10_000);

    private readonly Option<int> _max = StudyOptions.CreateNumber(
        "--max-threads", "The most threads of the pool.", 200, 1, 32_767);

    // 100 s is the default timeout of HttpClient.
    private readonly Option<int> _limit = StudyOptions.CreateNumber(
        "--limit", "The seconds after which a burst ends, whoever was answered.", 100, 1, 3_600);

    private readonly Option<string?> _publish = new("--publish")
    {
        Description = "Write the result for docs/blocking.md, with these words on the state of the machine.",
    };

    public BlockingStudy()
        : base("blocking",
            "Sends bursts of requests that wait, in each way that people write it, over the threads that the pool has.",
            new RoundsDefinition(3, "How often to start the processes anew and to measure everything.", 1))
    {
        _kinds.AcceptOnlyFromAmong([.. BlockingKind.All.Select(one => one.Name)]);
        Add(_kinds);
        foreach (var option in (Option[])[_requests, _min, _max, _limit, _publish])
            Add(option);
    }

    protected override string? SkipReason =>
        OperatingSystem.IsWindows() ? "it sends SIGTERM, which Windows does not have" : null;

    // Most bursts that block end with the limit, or do not stop after SIGTERM.
    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        rounds * GetCells(arguments).Sum(cell => cell.Kind.IsAsync ? 10 : 0.7 * arguments.GetValue(_limit)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (cells, measured) = (GetCells(context.Arguments).ToArray(), new List<BlockingRow>());
        for (var start = 1; start <= context.Rounds; start++)
        {
            var order = cells.ToArray();
            Random.Shared.Shuffle(order);
            foreach (var (kind, state, minThreads) in order)
            {
                measured.Add(await MeasureAsync(context, kind, state, minThreads));
                Console.WriteLine($"  start {start} of {context.Rounds}, {measured.Count} of "
                    + $"{cells.Length * context.Rounds}: {kind.Name}, {state}, MinThreads={minThreads}: "
                    + $"{TableNumbers.Format(measured[^1].AnsweredPercent.Median)} % answered");
            }
        }

        BlockingRow[] rows =
        [
            .. cells.Select(cell => BlockingRow.Create([.. measured.Where(one =>
                (one.Kind, one.State, one.MinThreads) == (cell.Kind.Name, cell.State, cell.MinThreads))])),
        ];
        var note = context.Arguments.GetValue(_publish);
        var folder = note is null ? context.ResultsFolder : ProgramLocator.GetPath("docs/results/blocking");
        var setting = $"{context.Get(_requests)} requests at once, at most {context.Get(_max)} threads, limit "
            + $"{context.Get(_limit)} s, starts: {context.Rounds}";
        StudyFiles.Write(folder, Name, rows, 2, note is null ? setting : $"{setting}; {note}",
            ("kind", row => row.Kind), ("state", row => row.State), ("MinThreads", row => $"{row.MinThreads}"),
            ("first answer s", row => row.FirstS), ("last answer s", row => row.LastS),
            ($"% in {PatienceS} s", row => row.InTimePercent), ("% answered", row => row.AnsweredPercent),
            ("threads", row => row.Threads), ("ended by SIGTERM", row => $"{row.Stopped} of {row.Starts}"));
        var checks = new CheckReporter();
        foreach (var row in rows.Where(row => BlockingKind.All.Single(kind => kind.Name == row.Kind).IsAsync))
        {
            checks.Add(row.InTimePercent.Low is 100 && row.Stopped == row.Starts,
                $"{row.Kind}, {row.State}, MinThreads={row.MinThreads}: {row.InTimePercent} % in {PatienceS} s (100 needed)");
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private IEnumerable<(BlockingKind Kind, string State, int MinThreads)> GetCells(ParseResult arguments)
    {
        int[] pools = [.. arguments.GetRequiredValue(_min).Split(',').Select(number => int.Parse(number, CultureInfo.InvariantCulture))];
        return from kind in BlockingKind.All
               where arguments.GetValue(_kinds) is not { Length: > 0 } names || names.Contains(kind.Name)
               from state in kind.States
               from minThreads in pools
               where kind.IsMeasuredWith(minThreads, pools)
               select (kind, state, minThreads);
    }

    private async Task<BlockingRow> MeasureAsync(
        StudyContext context, BlockingKind kind, string state, int minThreads)
    {
        var (environment, requests) = (context.Environment, context.Get(_requests));
        var service = await kind.StartAsync(environment, minThreads, context.Get(_max));
        // A client of its own opens connections of its own, as many as it needs.
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { Timeout = Timeout.InfiniteTimeSpan };
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(environment.StopToken);
        await environment.GetAsync(service.Quick);
        if (state is "warm")
            await SendAsync(client, service.Quick, requests, environment.StopToken);
        var slow = await service.MakeSlowAsync();
        limit.CancelAfter(TimeSpan.FromSeconds(context.Get(_limit)));
        var burst = SendAsync(client, slow, requests, limit.Token);
        long? threads = null;
        while (await Task.WhenAny(burst, environment.DelayAsync(SampleInterval)) != burst)
        {
            if (ProcessStatus.Read(environment.GetProcess(service.Address)) is { } status)
                threads = Math.Max(threads ?? 0, status.Threads);
        }

        double[] answered = [.. (await burst).OfType<double>().Order()];
        var hasStopped = await StopAsync(environment, service);
        return new(kind.Name, state, minThreads,
            StartRange.Create([answered is [var first, ..] ? first : null]),
            StartRange.Create([answered.Length == requests ? answered[^1] : null]),
            StartRange.Create([100.0 * answered.Count(seconds => seconds <= PatienceS) / requests])!,
            StartRange.Create([100.0 * answered.Length / requests])!, StartRange.Create([threads]),
            Stopped: hasStopped ? 1 : 0, Starts: 1);
    }

    /// <returns>The seconds until each answer with a status of success; null for the other requests.</returns>
    private static async Task<double?[]> SendAsync(HttpClient client, Uri url, int requests, CancellationToken limit)
    {
        var started = TimeProvider.System.GetTimestamp();
        return await Task.WhenAll(Enumerable.Range(0, requests).Select(async _ =>
        {
            try
            {
                using var response = await client.GetAsync(url, limit);
                return response.IsSuccessStatusCode
                    ? TimeProvider.System.GetElapsedTime(started).TotalSeconds
                    : (double?)null;
            }
            catch (Exception failure) when (failure is HttpRequestException or OperationCanceledException)
            {
                return null;
            }
        }));
    }

    /// <summary>Sends SIGTERM to a service, and kills it if it has not ended after the limit.</summary>
    private static async Task<bool> StopAsync(TestbedEnvironment environment, BlockingService service)
    {
        var process = environment.GetProcess(service.Address);
        using var limit = new CancellationTokenSource(StopLimit);
        ProcessSignals.TryTerminate(process);
        await process.WaitForExitAsync(limit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var hasStopped = process.HasExited;
        if (!hasStopped)
            process.Kill();
        await environment.StopAsync(service.Address);
        if (service.Backend is { } backend)
            await environment.StopAsync(backend);
        return hasStopped;
    }
}
