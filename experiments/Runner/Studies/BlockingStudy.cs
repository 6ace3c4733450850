namespace Experiments.Studies;

/// <summary>
/// Sends bursts of requests to a process whose requests wait, each time in one of the ways that people write, and
/// counts who is answered, and when. Each burst goes to a process of its own, because a burst changes the thread pool,
/// and because some bursts stop a process for good.
/// </summary>
internal sealed class BlockingStudy : StudyCommand
{
    /// <summary>For how long a caller waits. Within that, a burst of requests that await must be answered.</summary>
    private const int PatienceS = 30;

    /// <summary>After how many seconds a burst ends: the default of HttpClient.Timeout.</summary>
    private const int LimitS = 100;

    /// <summary>Bursts at the same time: most of the time, their requests only wait.</summary>
    private const int ParallelBursts = 4;

    /// <summary>The time to end after SIGTERM. The services give their requests 30 s.</summary>
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(35);

    private readonly Argument<string[]> _kinds =
        StudyOptions.CreateNames("KINDS", "The ways to wait", BlockingKind.All.Select(one => one.Name));

    private readonly Option<int> _requests = StudyOptions.CreateNumber(
        "--requests", "The number of requests in a burst.", 300, 1, 10_000);

    // 200 is the limit of Sedlaczek, 2014, and 32,767 the default of .NET.
    private readonly Option<string> _pools = StudyOptions.CreateText(
        "--pools", "MIN-MAX", "For each pool, the threads that it creates without delay, and its maximum.",
        "2-200,12-200,200-200,200-32767").WithValues(
            text => text.Split('-') is [var min, var max] && short.TryParse(min, out _) && short.TryParse(max, out _),
            "two numbers up to 32767, such as 2-200");

    public BlockingStudy()
        : base("blocking",
            "Compares ways to wait in code, under bursts of requests, with thread pools of several sizes.",
            RoundsDefinition.OfStarts(3))
    {
        Add(_kinds);
        Add(_requests);
        Add(_pools);
        AddPublishOption("blocking");
    }

    protected override string? SkipReason =>
        OperatingSystem.IsWindows() ? "this study sends SIGTERM, which Windows does not have" : null;

    // Many bursts that block end with the limit, and their processes do not end after SIGTERM.
    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        rounds * GetCells(arguments).Sum(cell => cell.Kind.IsAsync ? 10 : 0.7 * LimitS) / ParallelBursts);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var cells = GetCells(context.Arguments).ToArray();
        var measured = await Repeat.StartsAsync(
            context.Rounds, cells, cell => $"{cell.Kind.Name}, {cell.Pool} threads",
            async (_, cell) =>
            {
                await using var environment = new TestbedEnvironment(context.Environment.StopToken);
                return await MeasureAsync(context, environment, cell.Kind, cell.Pool);
            },
            ParallelBursts);
        BlockingRow[] rows =
        [
            .. cells.Select((cell, index) => BlockingRow.Create(
                cell.Kind.Name, cell.Pool, [.. measured.Select(start => start[index])])),
        ];
        StudyFiles.Write(context.TableFolder, Name, rows, 2,
            $"{context.Get(_requests)} requests at once, limit {LimitS} s, starts: {context.Rounds}, "
            + $"{ParallelBursts} bursts side by side" + (context.Note is { } note ? $"; {note}" : ""),
            ("kind", row => row.Kind), ("threads, min-max", row => row.Pool),
            ("first answer s", row => row.FirstS), ("last answer s", row => row.LastS),
            ($"% in {PatienceS} s", row => row.InTimePercent), ("% answered", row => row.AnsweredPercent),
            ("threads", row => row.Threads), ("ended by SIGTERM", row => $"{row.Stopped} of {row.Starts}"));
        var checks = new CheckReporter();
        foreach (var row in rows.Where(row => BlockingKind.All.Any(kind => kind.IsAsync && kind.Name == row.Kind)))
        {
            checks.Add(row.InTimePercent.Low is 100 && row.Stopped == row.Starts,
                $"{row.Kind}, {row.Pool}: {row.InTimePercent} % in {PatienceS} s (100 needed)");
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private IEnumerable<(BlockingKind Kind, string Pool)> GetCells(ParseResult arguments) =>
        from kind in BlockingKind.All
        where arguments.Selects(_kinds, kind.Name)
        from pool in arguments.GetRequiredValue(_pools).Split(',')
        select (kind, pool);

    private async Task<BlockingBurst> MeasureAsync(
        StudyContext context, TestbedEnvironment environment, BlockingKind kind, string pool)
    {
        var requests = context.Get(_requests);
        var (service, quick, makeSlowAsync) = await kind.StartAsync(environment, pool);
        var process = environment.GetProcess(service);
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        client.Timeout = Timeout.InfiniteTimeSpan;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(environment.StopToken);
        await environment.GetAsync(quick);
        for (var sent = 0; sent < requests; sent += BlockingKind.WarmUpBurst)
            await SendAsync(client, quick, BlockingKind.WarmUpBurst, environment.StopToken);
        var slow = await makeSlowAsync();
        limit.CancelAfter(TimeSpan.FromSeconds(LimitS));
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
