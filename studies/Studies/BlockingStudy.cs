namespace Studies.Studies;

/// <summary>
/// Sends bursts of requests to a process whose requests wait, each time in one of the ways that people write, and
/// counts who is answered, and when. Each burst goes to a process of its own, because a burst changes the thread pool,
/// and because some bursts stop a process for good.
/// </summary>
internal sealed class BlockingStudy : StudyCommand
{
    /// <summary>For how long a caller waits. Within that, a burst of requests that await must be answered.</summary>
    private const int PatienceS = 30;

    /// <summary>Bursts at the same time: most of the time, their requests only wait.</summary>
    private const int ParallelBursts = 4;

    /// <summary>The time to end after SIGTERM. The services give their requests 30 s.</summary>
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(35);

    private readonly Argument<string[]> _kinds = new("KINDS")
    {
        Description = $"The ways to wait: {string.Join(", ", BlockingKind.All.Select(one => one.Name))}. All by default.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<int> _requests = StudyOptions.CreateNumber(
        "--requests", "The number of requests in a burst.", 300, 1, 10_000);

    // 200 is the limit of Sedlaczek, 2014, and 32,767 the default of .NET.
    private readonly Option<string> _pools = StudyOptions.CreateText(
        "--pools", "MIN-MAX", "The threads that the pool creates without delay, and its maximum.",
        "2-200,12-200,200-200,200-32767").WithValues(
            text => BlockingPool.TryParse(text) is not null, "two numbers from 1 to 32767, such as 2-200");

    private readonly Option<int> _limit = StudyOptions.CreateNumber(
        "--limit", "The seconds after which a burst ends. The default is that of HttpClient.Timeout.", 100, 1, 3_600);

    private readonly Option<string?> _publish = StudyOptions.CreatePublish("blocking");

    public BlockingStudy()
        : base("blocking",
            "Compares the ways in which code waits, in bursts of requests, for pools with few and many threads.",
            new RoundsDefinition(3, "How often to restart the processes and measure everything.", 1))
    {
        _kinds.AcceptOnlyFromAmong([.. BlockingKind.All.Select(one => one.Name)]);
        Add(_kinds);
        foreach (var option in (Option[])[_requests, _pools, _limit, _publish])
            Add(option);
    }

    protected override string? SkipReason =>
        OperatingSystem.IsWindows() ? "it sends SIGTERM, which Windows does not have" : null;

    // Many bursts that block end with the limit, and their processes do not end after SIGTERM.
    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        rounds * GetCells(arguments).Sum(cell => cell.Kind.IsAsync ? 10 : 0.7 * arguments.GetValue(_limit))
        / ParallelBursts);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var cells = GetCells(context.Arguments).ToArray();
        var bursts = cells.ToDictionary(cell => cell, _ => new List<BlockingBurst>());
        for (var start = 1; start <= context.Rounds; start++)
        {
            Random.Shared.Shuffle(cells);
            var parallel = new ParallelOptions
            {
                MaxDegreeOfParallelism = ParallelBursts,
                CancellationToken = context.Environment.StopToken,
            };
            var number = start;
            await Parallel.ForEachAsync(cells.Index(), parallel, async (one, stop) =>
            {
                var (index, cell) = one;
                Console.WriteLine($"  start {number} of {context.Rounds}, {index + 1}/{cells.Length}: "
                    + $"{cell.Kind.Name}, {cell.State}, {cell.Pool} threads");
                await using var environment = new TestbedEnvironment(stop);
                // Each cell is measured once in a start, so that no other burst adds to its list.
                bursts[cell].Add(await MeasureAsync(context, environment, cell.Kind, cell.State, cell.Pool));
            });
        }

        BlockingRow[] rows =
        [
            .. GetCells(context.Arguments)
                .Select(cell => BlockingRow.Create(cell.Kind.Name, cell.State, $"{cell.Pool}", bursts[cell])),
        ];
        var note = context.Arguments.GetValue(_publish);
        StudyFiles.Write(context.GetFolder(_publish, "blocking"), Name, rows, 3,
            $"{context.Get(_requests)} requests at once, limit {context.Get(_limit)} s, starts: {context.Rounds}, "
            + $"{ParallelBursts} bursts side by side"
            + (note is null ? "" : $"; {note}"),
            ("kind", row => row.Kind), ("state", row => row.State), ("threads, min-max", row => row.Pool),
            ("first answer s", row => row.FirstS), ("last answer s", row => row.LastS),
            ($"% in {PatienceS} s", row => row.InTimePercent), ("% answered", row => row.AnsweredPercent),
            ("threads", row => row.Threads), ("ended by SIGTERM", row => $"{row.Stopped} of {row.Starts}"));
        var checks = new CheckReporter();
        foreach (var row in rows.Where(row => BlockingKind.All.Any(kind => kind.IsAsync && kind.Name == row.Kind)))
        {
            checks.Add(row.InTimePercent.Low is 100 && row.Stopped == row.Starts,
                $"{row.Kind}, {row.State}, {row.Pool}: {row.InTimePercent} % in {PatienceS} s (100 needed)");
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    // GetResult() waits as .Result does, so that it is measured once.
    private IEnumerable<(BlockingKind Kind, string State, BlockingPool Pool)> GetCells(ParseResult arguments) =>
        from kind in BlockingKind.All
        where arguments.GetValue(_kinds) is not { Length: > 0 } names || names.Contains(kind.Name)
        from state in kind.States
        from pool in arguments.GetRequiredValue(_pools).Split(',').Take(kind.Name is "get-result" ? 1 : int.MaxValue)
        select (kind, state, BlockingPool.TryParse(pool)!);

    private async Task<BlockingBurst> MeasureAsync(
        StudyContext context, TestbedEnvironment environment, BlockingKind kind, string state, BlockingPool pool)
    {
        var requests = context.Get(_requests);
        var (services, quick, makeSlowAsync) = await kind.StartAsync(environment, pool);
        var process = environment.GetProcess(services[0]);
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        client.Timeout = Timeout.InfiniteTimeSpan;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(environment.StopToken);
        await environment.GetAsync(quick);
        for (var sent = 0; state is "warm" && sent < requests; sent += BlockingKind.WarmUpBurst)
            await SendAsync(client, quick, BlockingKind.WarmUpBurst, environment.StopToken);
        var slow = await makeSlowAsync();
        limit.CancelAfter(TimeSpan.FromSeconds(context.Get(_limit)));
        var burst = SendAsync(client, slow, requests, limit.Token);
        double? threads = null;
        while (await Task.WhenAny(burst, environment.DelayAsync(TimeSpan.FromMilliseconds(100))) != burst)
            threads = ProcessStatus.Read(process) is { } status ? Math.Max(threads ?? 0, status.Threads) : threads;
        double[] answered = [.. (await burst).OfType<double>().Order()];
        ProcessRunner.TryTerminate(process);
        using var stopLimit = new CancellationTokenSource(StopLimit);
        await process.WaitForExitAsync(stopLimit.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var hasStopped = process.HasExited;
        if (!hasStopped)
            process.Kill();
        foreach (var service in services)
            await environment.StopAsync(service);
        return new(
            answered is [] ? null : answered[0], answered.Length == requests ? answered[^1] : null,
            100.0 * answered.Count(seconds => seconds <= PatienceS) / requests, 100.0 * answered.Length / requests,
            threads, hasStopped);
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
}
