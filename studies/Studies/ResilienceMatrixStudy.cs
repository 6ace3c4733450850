namespace Studies.Studies;

/// <summary>
/// Measures each mode of resilience with each fault of the back-end. Each mode has a front-end of its own, which rests
/// while the others are measured, so that circuits are closed again and their samples forgotten.
/// </summary>
internal sealed class ResilienceMatrixStudy : StudyCommand
{
    private const int RequestsPerS = 100;
    private const double MostCalls = 1.1;
    private const double LongestRecoveryS = 5;
    private const double LatestRejectionS = 10;
    private const int WarmupRequests = 300;

    /// <summary>The good requests before a fault begins, and those in a row after which it is over.</summary>
    private const int GoodBefore = 50;
    private const int GoodAfter = 5;
    private static readonly TimeSpan ProbeInterval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan RecoveryLimit = TimeSpan.FromSeconds(15);

    private readonly Argument<string[]> _faults = new("FAULTS")
    {
        Description = $"The faults: {string.Join(", ", ResilienceFault.All.Select(one => one.Name))}. All by default.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<bool> _short = new("--short") { Description = "Measure only what is checked." };

    public ResilienceMatrixStudy()
        : base("resilience-matrix",
            "Measures what each mode of resilience saves and costs with each fault of the back-end.",
            new RoundsDefinition(3, "How often to start the processes anew and to measure everything.", 1))
    {
        _faults.AcceptOnlyFromAmong([.. ResilienceFault.All.Select(one => one.Name)]);
        Add(_faults);
        Add(_short);
    }

    public static string[] Modes { get; } =
        ["none", "retry", "budget", "breaker", "standard", "hedging", "hedging-budget"];

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        rounds * (15 + GetFaults(arguments).Sum(fault => GetModes(arguments, fault).Count() * (fault.Seconds + 3.5))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var cells = new List<ResilienceCell>();
        for (var start = 1; start <= context.Rounds; start++)
            await MeasureAllAsync(context, start, cells);
        ResilienceRow[] rows = [.. cells.GroupBy(cell => (cell.Fault, cell.Mode)).Select(ResilienceRow.Create)
            .OrderBy(row => ResilienceFault.All.Index().First(one => one.Item.Name == row.Fault).Index)
            .ThenBy(row => Array.IndexOf(Modes, row.Mode))];
        StudyFiles.Write(context.ResultsFolder, Name, rows, 2,
            ("fault", row => row.Fault), ("mode", row => row.Mode), ("good %", row => row.GoodPercent),
            ("calls/request", row => row.CallsPerRequest), ("p50 ms", row => row.P50Ms), ("p99 ms", row => row.P99Ms),
            ("first 503 after s", row => row.FirstRejectionS), ("recovered in s", row => row.RecoveryS));
        var checks = new CheckReporter();
        Check(checks, rows);
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static void Check(CheckReporter checks, ResilienceRow[] rows)
    {
        ResilienceRow? Find(string fault, string mode) => rows.SingleOrDefault(row => (row.Fault, row.Mode) == (fault, mode));
        if (Find("silent", "breaker") is { } silent)
        {
            checks.Add(silent.FirstRejectionS?.High <= LatestRejectionS,
                $"silent back-end: the circuit of breaker opened after {silent.FirstRejectionS} s");
        }

        if (Find("slow-all", "none")?.CallsPerRequest is { } needed)
        {
            var calls = Find("slow-all", "hedging-budget")?.CallsPerRequest?.Median / needed.Median;
            checks.Add(calls <= MostCalls,
                $"all slow: hedging-budget made {TableNumbers.Format(calls)} times the calls of none");
        }

        if (Find("slow-5", "none")?.P99Ms is { } tail)
        {
            var cut = Find("slow-5", "hedging-budget")?.P99Ms;
            checks.Add(cut?.Median < tail.Median / 2, $"some slow: p99 of hedging-budget {cut} ms, of none {tail} ms");
        }

        foreach (var row in rows.Where(row => row.Fault is "dead-http2"))
        {
            checks.Add(row.RecoveryS?.High <= LongestRecoveryS,
                $"dead HTTP/2 connection, {row.Mode}: good again after {row.RecoveryS} s");
        }
    }

    private IEnumerable<ResilienceFault> GetFaults(ParseResult arguments) => ResilienceFault.All.Where(
        fault => (arguments.GetValue(_faults) is not { Length: > 0 } names || names.Contains(fault.Name))
            && GetModes(arguments, fault).Any());

    private IEnumerable<string> GetModes(ParseResult arguments, ResilienceFault fault) =>
        Modes.Where(mode => !arguments.GetValue(_short) || fault.Checked.Contains(mode));

    private async Task MeasureAllAsync(StudyContext context, int start, List<ResilienceCell> cells)
    {
        var environment = context.Environment;
        var (backend, http2) = await environment.StartBackendWithHttp2Async(FaultControl.Settings);
        using var relay = new SilencingRelay(http2);
        var control = new FaultControl(environment, backend);
        var (modes, faults) = ((string[])Modes.Clone(), GetFaults(context.Arguments).ToArray());
        Random.Shared.Shuffle(modes);
        Random.Shared.Shuffle(faults);
        var frontends = new Dictionary<string, Uri>();
        foreach (var mode in modes)
        {
            frontends[mode] = await environment.StartFrontendAsync(
                backend, settings: $"--Backend:Http2Address={relay.Address}");
        }

        await Task.WhenAll(frontends.Select(async frontend =>
        {
            for (var i = 0; i < WarmupRequests; i++)
                await environment.GetAsync(new(frontend.Value, GetPath(frontend.Key, i % 2 is 0 ? "" : "&http=2")));
        }));
        foreach (var (index, fault) in faults.Index())
        {
            foreach (var mode in modes.Intersect(GetModes(context.Arguments, fault)))
            {
                Console.WriteLine(
                    $"  start {start} of {context.Rounds}, fault {index + 1} of {faults.Length}: {fault.Name}, {mode}");
                cells.Add(await MeasureAsync(
                    context, start, fault, mode, backend, frontends[mode], async () =>
                    {
                        if (fault.Settings is null)
                            relay.SilenceOpenConnections();
                        else
                            await control.SetAsync(fault.Settings);
                    },
                    () => control.SetAsync(new { })));
            }
        }

        foreach (var service in frontends.Values.Append(backend))
            await environment.StopAsync(service);
    }

    private static string GetPath(string mode, string flags) =>
        $"/api/customer/1?fanout=parallel&resilience={mode}{flags}";

    private static async Task<ResilienceCell> MeasureAsync(
        StudyContext context, int start, ResilienceFault fault, string mode, Uri backend, Uri frontend,
        Func<Task> begin, Func<Task> end)
    {
        var (environment, name) = (context.Environment, $"{fault.Name}-{mode}-{start}");
        var (path, log) = (GetPath(mode, fault.Settings is null ? "&http=2" : ""), Path.GetTempFileName());
        var before = await CountAsync(environment, frontend, "/api");
        var load = context.LoadRunner.RunWithoutDisplayAsync(
            new LoadCommand("run", context.ResultsFolder)
            {
                Options =
                [
                    ("--url", new Uri(frontend, path).ToString().Replace("/1?", "/{{{id:RAND_INTEGER:[1:1000]}}}?")),
                    ("--rate", $"{RequestsPerS}/s"), ("--duration", $"{fault.Seconds + 1}s"), ("--connections", "1000"),
                    ("--timeout", $"{fault.PatienceS}s"), ("--log", log), ("--name", name),
                ],
            },
            log: Path.Combine(context.ResultsFolder, $"{name}.txt"));
        while (!load.IsCompleted && await CountAsync(environment, frontend, "/api") < before + GoodBefore)
            await environment.DelayAsync(TimeSpan.FromMilliseconds(50));
        var calls = await CountAsync(environment, backend, "/api");
        await begin();
        var began = TimeProvider.System.GetUtcNow();
        await load;
        // Time for the back-end to notice the callers that left, and to count their requests.
        await environment.DelayAsync(TimeSpan.FromMilliseconds(300));
        calls = await CountAsync(environment, backend, "/api") - calls;
        await end();
        var requests = LoggedRequest.Read(log, began);
        File.Delete(log);
        var good = requests.Where(one => one.IsGood).Select(one => one.Ms).Order().ToArray();
        double? GetQuantile(double quantile) => good is [] ? null : good[(int)Math.Ceiling(quantile * good.Length) - 1];
        return new(
            fault.Name, mode, 100.0 * good.Length / requests.Count, calls / requests.Count, GetQuantile(0.5),
            GetQuantile(0.99), requests.FirstOrDefault(one => one.Status is "503")?.StartS,
            fault.Settings is null
                ? LoggedRequest.FindRecovery(requests)
                : await WaitForRecoveryAsync(environment, new(frontend, path)));
    }

    private static async Task<double> CountAsync(TestbedEnvironment environment, Uri service, string route) =>
        (await environment.ReadMetricsAsync(service)).Total(
            "http_server_request_duration_seconds_count", $"http_route=\"{route}");

    /// <returns>The seconds until the first of several good answers in a row; null if there were none.</returns>
    private static async Task<double?> WaitForRecoveryAsync(TestbedEnvironment environment, Uri address)
    {
        var (ended, good, first) = (TimeProvider.System.GetTimestamp(), 0, 0.0);
        while (TimeProvider.System.GetElapsedTime(ended) is var elapsed && elapsed < RecoveryLimit)
        {
            using var response = await environment.Http.GetAsync(address, environment.StopToken);
            first = good is 0 ? elapsed.TotalSeconds : first;
            good = response.IsSuccessStatusCode ? good + 1 : 0;
            if (good is GoodAfter)
                return first;
            await environment.DelayAsync(ProbeInterval);
        }

        return null;
    }

    /// <summary>A request of the load tool's log. Its start counts from the beginning of the fault.</summary>
    private sealed record LoggedRequest(double StartS, string Status, double Ms)
    {
        public bool IsGood => Status is "200";

        public static IReadOnlyList<LoggedRequest> Read(string path, DateTimeOffset began) =>
        [
            .. File.ReadLines(path).Skip(1).Select(line => line.Split('\t'))
                .Select(fields => new LoggedRequest(
                    (DateTimeOffset.Parse(fields[0], CultureInfo.InvariantCulture) - began).TotalSeconds, fields[2],
                    double.Parse(fields[3], CultureInfo.InvariantCulture)))
                .Where(request => request.StartS >= 0).OrderBy(request => request.StartS),
        ];

        public static double? FindRecovery(IReadOnlyList<LoggedRequest> requests) =>
            requests.Reverse().TakeWhile(request => request.IsGood).LastOrDefault()?.StartS;
    }
}
