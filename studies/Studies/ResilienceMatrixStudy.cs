namespace Studies.Studies;

/// <summary>
/// Measures each mode of resilience with each fault of the back-end. Each mode has a front-end of its own, which rests
/// while the others are measured, so that circuits are closed again and their samples forgotten.
/// </summary>
internal sealed class ResilienceMatrixStudy : StudyCommand
{
    private const string DeadConnection = "dead-http2";
    private const int WarmupRequests = 300;

    /// <summary>The calls of a request when nothing fails: for the customer, and for one to three orders.</summary>
    private const int CallsNeeded = 3;

    /// <summary>The requests before a fault begins, and the good ones in a row after which it is over.</summary>
    private const int RequestsBefore = 50;
    private const int GoodAfter = 5;
    private static readonly TimeSpan RecoveryLimit = TimeSpan.FromSeconds(15);

    private readonly Argument<string[]> _faults = new("FAULTS")
    {
        Description = $"The faults: {string.Join(", ", ResilienceFault.All.Select(one => one.Name))}. All by default.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<bool> _short = StudyOptions.CreateShort("Measure only what is checked.");
    private readonly Option<string?> _publish = StudyOptions.CreatePublish("resilience");

    public ResilienceMatrixStudy()
        : base("resilience-matrix",
            "Measures what each mode of resilience saves and costs with each fault of the back-end.",
            new RoundsDefinition(3, "How often to restart the processes and measure everything.", 1))
    {
        _faults.AcceptOnlyFromAmong([.. ResilienceFault.All.Select(one => one.Name)]);
        Add(_faults);
        Add(_short);
        Add(_publish);
    }

    public static string[] Modes { get; } = ["none", "budget", "standard", "hedging"];

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        rounds * (15 + GetCells(arguments).Sum(cell => cell.Fault.Seconds + 3.5)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var measured = new List<ResilienceRow>();
        for (var start = 1; start <= context.Rounds; start++)
            await MeasureAllAsync(context, start, measured);
        ResilienceRow[] rows =
        [
            .. from cell in GetCells(context.Arguments)
               let starts = measured.Where(one => one.Fault == cell.Fault.Name && one.Mode == cell.Mode).ToArray()
               select new ResilienceRow(
                   cell.Fault.Name, cell.Mode, Summarize(starts, one => one.GoodPercent)!,
                   Summarize(starts, one => one.CallsPerRequest)!, Summarize(starts, one => one.P50Ms),
                   Summarize(starts, one => one.P99Ms), Summarize(starts, one => one.FirstRejectionS),
                   Summarize(starts, one => one.RecoveryS)),
        ];
        StudyFiles.Write(context.GetFolder(_publish, "resilience"), Name, rows, 2, context.Arguments.GetValue(_publish),
            ("fault", row => row.Fault), ("mode", row => row.Mode), ("good %", row => row.GoodPercent),
            ("calls/request", row => row.CallsPerRequest), ("p50 ms", row => row.P50Ms), ("p99 ms", row => row.P99Ms),
            ("first 503 after s", row => row.FirstRejectionS), ("recovered in s", row => row.RecoveryS));
        var checks = new CheckReporter();
        Check(checks, rows);
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static StartRange? Summarize(ResilienceRow[] starts, Func<ResilienceRow, StartRange?> get) =>
        StartRange.Create(starts.Select(one => get(one)?.Median));

    private static void Check(CheckReporter checks, ResilienceRow[] rows)
    {
        ResilienceRow? Find(string fault, string mode) =>
            rows.SingleOrDefault(row => row.Fault == fault && row.Mode == mode);
        if (Find("errors-100", "budget") is { } failing && Find("errors-100", "none") is { } needed)
        {
            var calls = failing.CallsPerRequest.Median / needed.CallsPerRequest.Median;
            checks.Add(calls <= 1.2,
                $"all errors: calls of budget, relative to none: {TableNumbers.Format(calls)} (1.2 allowed)");
        }

        if (Find("silent", "standard") is { CallsPerRequest: var silent })
            checks.Add(silent.Median <= 1.05, $"silent: calls of standard per request: {silent} (1.05 allowed)");
    }

    private IEnumerable<(ResilienceFault Fault, string Mode)> GetCells(ParseResult arguments) =>
        from fault in ResilienceFault.All
        where arguments.GetValue(_faults) is not { Length: > 0 } names || names.Contains(fault.Name)
        from mode in Modes
        where !arguments.GetValue(_short) || fault.Checked.Contains(mode)
        select (fault, mode);

    private async Task MeasureAllAsync(StudyContext context, int start, List<ResilienceRow> measured)
    {
        var environment = context.Environment;
        var (backend, http2) = await environment.StartBackendWithHttp2Async(FaultControl.Settings);
        using var relay = new TcpRelay(http2);
        var control = new FaultControl(environment, backend);
        var frontends = new Dictionary<string, Uri>();
        var (faults, modes) = (ResilienceFault.All.ToArray(), Modes.ToArray());
        Random.Shared.Shuffle(faults);
        Random.Shared.Shuffle(modes);
        foreach (var mode in modes)
        {
            frontends[mode] = await environment.StartFrontendAsync(
                backend, settings: $"--Backend:Http2Address={relay.Address}");
        }

        await Task.WhenAll(frontends.Select(async frontend =>
        {
            for (var i = 0; i < WarmupRequests; i++)
                (await environment.Http.GetAsync(new Uri(frontend.Value, GetPath(frontend.Key, i % 2 is 0)))).Dispose();
        }));
        // The order of the modes stays, so that each front-end rests as long as the others take.
        var cells = GetCells(context.Arguments).OrderBy(cell => Array.IndexOf(faults, cell.Fault))
            .ThenBy(cell => Array.IndexOf(modes, cell.Mode)).ToArray();
        foreach (var (index, (fault, mode)) in cells.Index())
        {
            Console.Write($"  start {start} of {context.Rounds}, {index + 1}/{cells.Length}: {fault.Name}, {mode}: ");
            measured.Add(await MeasureAsync(context, fault, mode, start, backend, frontends[mode], async isOn =>
            {
                if (fault.Settings is not null)
                    await control.SetAsync(isOn ? fault.Settings : new { });
                else if (isOn)
                    relay.SilenceOpenConnections();
            }));
            Console.WriteLine($"{TableNumbers.Format(measured[^1].GoodPercent.Median)} % good");
        }

        foreach (var service in frontends.Values.Append(backend))
            await environment.StopAsync(service);
    }

    private static string GetPath(string mode, bool isHttp2) =>
        $"/api/customer/1?fanout=parallel&resilience={mode}{(isHttp2 ? "&http=2" : "")}";

    private static async Task<ResilienceRow> MeasureAsync(
        StudyContext context, ResilienceFault fault, string mode, int start, Uri backend, Uri frontend,
        Func<bool, Task> switchFault)
    {
        var (environment, log) = (context.Environment, Path.GetTempFileName());
        var url = new Uri(frontend, GetPath(mode, fault.Name is DeadConnection));
        var (before, calls) = (await CountAsync(environment, frontend), await CountAsync(environment, backend));
        var load = context.SendAsync(null,
            ("--url", $"{url}".Replace("/1?", "/{{{id:RAND_INTEGER:[1:1000]}}}?")), ("--rate", "100/s"),
            ("--warmup", "0s"), ("--duration", $"{fault.Seconds + 1}s"), ("--connections", "1000"), ("--log", log),
            ("--timeout", $"{fault.PatienceS}s"), ("--name", $"{fault.Name}-{mode}-{start}"));
        while (!load.IsCompleted && await CountAsync(environment, frontend) < before + RequestsBefore)
            await environment.DelayAsync(TimeSpan.FromMilliseconds(50));
        await switchFault(true);
        var began = TimeProvider.System.GetUtcNow();
        await load;
        // Time for the back-end to notice the callers that left, and to count their requests.
        await environment.DelayAsync(TimeSpan.FromMilliseconds(300));
        calls = await CountAsync(environment, backend) - calls;
        await switchFault(false);
        var recovered = await WaitForRecoveryAsync(environment, url);
        LoggedRequest[] all = [.. File.ReadLines(log).Skip(1).Select(line => LoggedRequest.Parse(line, began))];
        File.Delete(log);
        LoggedRequest[] requests = [.. all.Where(one => one.StartS >= 0).OrderBy(one => one.StartS)];
        // The last requests before the fault may have made fewer calls.
        calls = Math.Max(0, calls - (CallsNeeded * (all.Length - requests.Length)));
        var good = requests.Where(one => one.IsGood).Select(one => one.Ms).Order().ToArray();
        StartRange? GetQuantile(double share) =>
            good is [] ? null : StartRange.Create([good[(int)Math.Ceiling(share * good.Length) - 1]]);
        return new(
            fault.Name, mode, StartRange.Create([100.0 * good.Length / requests.Length])!,
            StartRange.Create([calls / requests.Length])!, GetQuantile(0.5), GetQuantile(0.99),
            StartRange.Create([requests.FirstOrDefault(one => one.Status is "503")?.StartS]),
            // Nothing ends the silence of a connection: what counts is when the first good answer comes.
            StartRange.Create([fault.Name is DeadConnection
                ? requests.Where(one => one.IsGood).Min(one => (double?)(one.StartS + (one.Ms / 1000)))
                : recovered]));
    }

    private static async Task<double> CountAsync(TestbedEnvironment environment, Uri service) =>
        (await environment.ReadMetricsAsync(service)).Total(
            "http_server_request_duration_seconds_count", "http_route=\"/api");

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
            await environment.DelayAsync(TimeSpan.FromMilliseconds(50));
        }

        return null;
    }

    /// <summary>A request of the load tool's log. Its start counts from the beginning of the fault.</summary>
    private sealed record LoggedRequest(double StartS, string Status, double Ms)
    {
        public bool IsGood => Status is "200";

        public static LoggedRequest Parse(string line, DateTimeOffset began)
        {
            var fields = line.Split('\t');
            return new(
                (DateTimeOffset.Parse(fields[0], CultureInfo.InvariantCulture) - began).TotalSeconds, fields[2],
                double.Parse(fields[3], CultureInfo.InvariantCulture));
        }
    }
}
