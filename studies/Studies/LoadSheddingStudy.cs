namespace Studies.Studies;

/// <summary>
/// Offers a front-end a half, one, two and four times as many requests as it can serve, with and without a limit of
/// concurrent requests; twice as many from many connections too. Each caller gives up after a second. A closed loop
/// with few connections shows the most that each front-end serves. The load tool has a CPU core of its own, because
/// its work for the rejections would otherwise reduce what the services can serve.
/// </summary>
internal sealed class LoadSheddingStudy : SeparateCoresStudy
{
    /// <summary>The concurrent requests that the front-end with the limit processes. No other one waits.</summary>
    private const int Limit = 16;
    private const double RequiredGoodputShare = 0.9;
    private const double RequiredCrowdShare = 0.5;
    private const double AllowedLatencyFactor = 5;

    /// <summary>How late, as a 99th percentile, the load tool itself may send: its own rule.</summary>
    private const double AllowedToolDelayMs = 1;
    private const int RunSeconds = 6;
    private const int WarmupSeconds = 2;

    /// <summary>Without these seconds of load, the services served less than half as many requests at first.</summary>
    private const int LongWarmupSeconds = 60;

    /// <summary>The ratio of the request rates in the search for the capacity.</summary>
    private const double CapacityStep = 1.2;
    private const int MaxCapacitySteps = 12;

    /// <summary>The time after a run in which requests whose callers have left come to their end.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);
    private static readonly Offer Half = new(0.5, 1000);
    private static readonly Offer Twice = new(2, 1000);
    private static readonly Offer FourTimes = new(4, 1000);
    private static readonly Offer Crowd = new(2, 8000);
    private static readonly Offer[] OpenOffers = [Half, new(1, 1000), Twice, FourTimes, Crowd];

    public LoadSheddingStudy()
        : base("load-shedding",
            "Offers a front-end more requests than it can serve, with and without a limit of concurrent requests.",
            new RoundsDefinition(5)) =>
        AddLiveOption();

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(230 + (rounds * 2 * (OpenOffers.Length + 1) * (WarmupSeconds + RunSeconds + 3)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await StartBackendAsync(context);
        var unlimited = await StartFrontendAsync(context, backend);
        var limited = await StartFrontendAsync(context, backend,
            $"--Limits:ConcurrentRequests={Limit}", "--Limits:QueuedRequests=0");
        // A closed loop with as many connections as the limit, so that hardly any of its requests is rejected.
        var closed = new Offer(Load: null, Limit);
        await WarmUpAsync(context, unlimited, backend, closed);
        var capacity = await MeasureCapacityAsync(
            context, limited, backend, await WarmUpAsync(context, limited, backend, closed));

        Offer[] offers = [closed, .. OpenOffers];
        var last = (Frontend: unlimited, Limit: default(int?), Offer: Crowd);
        (Uri Frontend, int? Limit, Offer Offer)[] runs =
        [
            .. offers.Select(offer => (unlimited, default(int?), offer)),
            .. offers.Select(offer => (limited, (int?)Limit, offer)),
        ];
        var results = runs.ToDictionary(run => run, _ => new List<(int Round, VariantResult Result)>());
        for (var round = 1; round <= context.Rounds; round++)
        {
            Console.WriteLine($"  round {round} of {context.Rounds}");
            (Uri Frontend, int? Limit, Offer Offer)[] order = [.. runs.Except([last])];
            Random.Shared.Shuffle(order);
            foreach (var run in order)
            {
                results[run].Add(
                    (round, await MeasureAsync(context, run.Frontend, backend, run.Offer, capacity, round)));
            }
        }

        results[last].AddRange(await MeasureUntilSilentAsync(context, last.Frontend, backend, last.Offer, capacity));
        LoadSheddingRow[] rows =
        [
            .. runs.Where(run => results[run].Count > 0)
                .Select(run => LoadSheddingRow.Create(run.Limit, run.Offer, capacity, results[run])),
        ];
        Console.WriteLine($"\n  The front-end can serve {TableNumbers.Format(capacity)} requests per second.");
        StudyFiles.Write(context.ResultsFolder, Name, rows, 1,
            ("limit", row => row.Limit as object ?? "none"),
            ("load", row => row.Offer.Load is { } load ? TableNumbers.Format(load, "0.0") : "closed"),
            ("connections", row => row.Offer.Connections),
            ("offered/s", row => row.OfferedPerS),
            ("good/s", row => row.GoodPerS),
            ("rejected %", row => row.RejectedPercent),
            ("failed %", row => row.FailedPercent),
            ("p99 ms", row => row.P99Ms),
            ("cores", row => row.Cores),
            ("good/core-s", row => row.GoodPerCoreS),
            ("tool late ms", row => row.ToolDelayMs),
            ("runs", row => row.Rounds.Count));
        var checks = new CheckReporter();
        CheckRows(context, checks, rows);
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    /// <summary>
    /// Measures many connections without a limit, after everything else: they can use up the file descriptors of the
    /// process, so that it answers nothing any more, or exits.
    /// </summary>
    private static async Task<List<(int Round, VariantResult Result)>> MeasureUntilSilentAsync(
        StudyContext context, Uri frontend, Uri backend, Offer offer, double capacity)
    {
        var results = new List<(int, VariantResult)>();
        var process = context.Environment.GetProcess(frontend);
        for (var round = 1; round <= context.Rounds; round++)
        {
            try
            {
                results.Add((round, await MeasureAsync(context, frontend, backend, offer, capacity, round)));
            }
            catch (StudyException)
            {
                // The load tool exits without a result for the study if nothing answered.
                Console.WriteLine($"  Over {offer.Connections} connections, the front-end without a limit "
                    + (process.HasExited ? "exited." : "answered nothing any more."));
                break;
            }
        }

        return results;
    }

    /// <summary>Checks the rows with the limit. The peak is the best of all rows.</summary>
    private void CheckRows(StudyContext context, CheckReporter checks, IReadOnlyList<LoadSheddingRow> rows)
    {
        LoadSheddingRow Get(Offer offer) => rows.Single(row => row.Offer == offer && row.Limit is not null);
        var peak = rows.MaxBy(row => row.GoodPerS)!;
        LoadSheddingRatio GetShare(Offer offer, string where) => new(
            $"goodput {where}, relative to the best row", GetRatio(Get(offer), peak, round => round.GoodPerS));
        var twice = GetShare(Twice, "at twice the capacity");
        var fourTimes = GetShare(FourTimes, "at four times the capacity");
        var crowd = GetShare(Crowd, $"over {Crowd.Connections} connections");
        LoadSheddingRatio latency = new(
            "p99 at twice the capacity, relative to half of it",
            GetRatio(Get(Twice), Get(Half), round => round.P99Ms));
        LoadSheddingRatio[] ratios = [twice, fourTimes, crowd, latency];
        StudyFiles.Write(context.ResultsFolder, $"{Name}-ratios", ratios, 1,
            ("ratio", ratio => ratio.Name), ("value [95 %]", ratio => ratio.Ratio));

        var delay = new[] { Half, Twice, Crowd }.Max(offer => Get(offer).ToolDelayMs);
        checks.Add(delay <= AllowedToolDelayMs,
            $"the load tool itself was at most {TableNumbers.Format(delay)} ms late at p99, as a median of the rounds "
            + $"(allowed: {TableNumbers.Format(AllowedToolDelayMs)} ms)");
        checks.AddAtLeast(twice.Ratio, RequiredGoodputShare, ratio => $"{twice.Name}: {ratio}");
        checks.AddAtLeast(fourTimes.Ratio, RequiredGoodputShare, ratio => $"{fourTimes.Name}: {ratio}");
        checks.AddAtLeast(crowd.Ratio, RequiredCrowdShare, ratio => $"{crowd.Name}: {ratio}");
        checks.AddAtMost(latency.Ratio, AllowedLatencyFactor, ratio => $"{latency.Name}: {ratio}");
    }

    private static StudyRatio? GetRatio(
        LoadSheddingRow row, LoadSheddingRow other, Func<LoadSheddingRound, double?> get) =>
        StudyRatio.FromRounds(row.Rounds.Join(
            other.Rounds, round => round.Number, round => round.Number, (a, b) => (get(a), get(b))));

    /// <summary>Sends load until a front-end has compiled its code, that of rejections too.</summary>
    private static async Task<double> WarmUpAsync(StudyContext context, Uri frontend, Uri backend, Offer closed)
    {
        var result = await RunToolAsync(context,
        [
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--connections", $"{closed.Connections}"),
            ("--warmup", $"{LongWarmupSeconds}s"), ("--duration", $"{RunSeconds}s"), ("--name", "warm-up"),
        ]);
        var goodput = LoadSheddingRow.GetGoodput(result);
        await MeasureAsync(context, frontend, backend, Twice, goodput, round: 0);
        return goodput;
    }

    /// <summary>
    /// Offers a front-end more and more, in an open loop as in the rows, until less than nine tenths succeed. The rows
    /// are relative to this rate, although a closed loop with few connections can serve more.
    /// </summary>
    private static async Task<double> MeasureCapacityAsync(StudyContext context, Uri limited, Uri backend, double first)
    {
        var (capacity, offered) = (0.0, first);
        for (var step = 0; step < MaxCapacitySteps; step++)
        {
            var result = await MeasureAsync(context, limited, backend, new(1, Twice.Connections), offered, round: 0);
            capacity = Math.Max(capacity, LoadSheddingRow.GetGoodput(result));
            if (capacity < 0.9 * offered)
                break;
            offered *= CapacityStep;
        }

        return capacity;
    }

    private static async Task<VariantResult> MeasureAsync(
        StudyContext context, Uri frontend, Uri backend, Offer offer, double capacity, int round)
    {
        List<(string Name, string Value)> options =
        [
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--connections", $"{offer.Connections}"),
            ("--timeout", "1s"), ("--warmup", $"{WarmupSeconds}s"), ("--duration", $"{RunSeconds}s"),
            MonitoredProcesses.MonitorBackend(backend),
        ];
        var rate = (offer.Load * capacity)?.ToString("0", CultureInfo.InvariantCulture);
        if (rate is not null)
            options.Add(("--rate", $"{rate}/s"));
        options.Add(("--name", $"{frontend.Port}-{rate ?? "closed"}-{offer.Connections}-{round}"));
        var result = await RunToolAsync(context, options);
        await context.Environment.DelayAsync(Pause);
        return result;
    }
}
