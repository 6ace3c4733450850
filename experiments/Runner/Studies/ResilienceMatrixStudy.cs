using System.Net;

namespace Experiments.Studies;

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
    private const int RequestsPerSecond = 100;
    private static readonly TimeSpan LatestSend = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan RecoveryLimit = TimeSpan.FromSeconds(15);

    private readonly Argument<string[]> _faults =
        StudyOptions.CreateNames("FAULTS", "The faults", ResilienceFault.All.Select(one => one.Name));

    public ResilienceMatrixStudy()
        : base("resilience-matrix",
            "Measures what each mode of resilience saves and costs with each fault of the back-end.",
            RoundsDefinition.OfStarts(3))
    {
        Add(_faults);
        AddPublishOption("resilience");
    }

    public static string[] Modes { get; } = ["none", "budget", "standard", "hedging"];

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        rounds * (15 + GetFaults(arguments).Sum(fault => Modes.Length * (fault.Seconds + 3.5))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var measured = new List<ResilienceMeasurement>();
        for (var start = 1; start <= context.Rounds; start++)
            await MeasureAllAsync(context, start, measured);
        ResilienceRow[] rows =
        [
            .. from fault in GetFaults(context.Arguments)
               from mode in Modes
               select ResilienceRow.Create(
                   [.. measured.Where(one => (one.Fault, one.Mode) == (fault.Name, mode))]),
        ];
        context.Write(Name, rows, 2,
            ("fault", row => row.Fault), ("mode", row => row.Mode), ("good %", row => row.GoodPercent),
            ("calls/request", row => row.CallsPerRequest), ("p50 ms", row => row.P50Ms), ("p99 ms", row => row.P99Ms),
            ("first 503 after s", row => row.FirstRejectionS), ("recovered in s", row => row.RecoveryS));
        var checks = new CheckReporter();
        if (rows.SingleOrDefault(row => row is { Fault: "errors-100", Mode: "budget" }) is { } failing)
        {
            var needed = rows.Single(row => row is { Fault: "errors-100", Mode: "none" });
            var calls = failing.CallsPerRequest.Median / needed.CallsPerRequest.Median;
            checks.Add(calls <= 1.2,
                $"all errors: budget makes {TableNumbers.Format(calls)} times the calls of mode none (1.2 allowed)");
        }

        if (rows.SingleOrDefault(row => row is { Fault: "silent", Mode: "standard" }) is { CallsPerRequest: var silent })
            checks.Add(silent.Median <= 1.05, $"silent: standard makes {silent} calls per request (1.05 allowed)");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private IEnumerable<ResilienceFault> GetFaults(ParseResult arguments) =>
        ResilienceFault.All.Where(fault => arguments.Selects(_faults, fault.Name));

    private async Task MeasureAllAsync(StudyContext context, int start, List<ResilienceMeasurement> measured)
    {
        var environment = context.Environment;
        var (backend, http2) = await environment.StartBackendWithHttp2Async(FaultControl.Settings);
        using var relay = new TcpRelay(http2);
        var control = new FaultControl(environment, backend);
        var frontends = new Dictionary<string, Uri>();
        var (faults, modes) = (GetFaults(context.Arguments).ToArray(), Modes.ToArray());
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
        foreach (var (index, (fault, mode)) in faults.SelectMany(_ => modes, ValueTuple.Create).Index())
        {
            Console.Write($"  start {start} of {context.Rounds}, {index + 1}/{faults.Length * modes.Length}: "
                + $"{fault.Name}, {mode}: ");
            measured.Add(await MeasureAsync(context, fault, mode, backend, frontends[mode], async isOn =>
            {
                if (fault.Settings is not null)
                    await control.SetAsync(isOn ? fault.Settings : new { });
                else if (isOn)
                    relay.SilenceOpenConnections();
            }));
            Console.WriteLine($"{TableNumbers.Format(measured[^1].GoodPercent)} % good");
        }

        await environment.StopAllAsync();
    }

    private static string GetPath(string mode, bool isHttp2, int id = 1) =>
        $"/api/customer/{id}?fanout=parallel&resilience={mode}{(isHttp2 ? "&http=2" : "")}";

    private static async Task<ResilienceMeasurement> MeasureAsync(
        StudyContext context, ResilienceFault fault, string mode, Uri backend, Uri frontend,
        Func<bool, Task> switchFault)
    {
        var environment = context.Environment;
        var isHttp2 = fault.Name is DeadConnection;
        var (before, calls) = (await CountAsync(environment, frontend), await CountAsync(environment, backend));
        var load = SendAsync(
            environment, fault, id => new Uri(frontend, GetPath(mode, isHttp2, id)));
        while (!load.IsCompleted && await CountAsync(environment, frontend) < before + RequestsBefore)
            await environment.DelayAsync(TimeSpan.FromMilliseconds(50));
        await switchFault(true);
        var began = TimeProvider.System.GetTimestamp();
        var all = await load;
        // Time for the back-end to notice the callers that left, and to count their requests.
        await environment.DelayAsync(TimeSpan.FromMilliseconds(300));
        calls = await CountAsync(environment, backend) - calls;
        await switchFault(false);
        var recovered = await WaitForRecoveryAsync(environment, new Uri(frontend, GetPath(mode, isHttp2)));
        // The times of requests count from the beginning of the fault.
        var requests = all
            .Select(one => (StartS: TimeProvider.System.GetElapsedTime(began, one.Due).TotalSeconds, one.Status, one.Ms))
            .Where(one => one.StartS >= 0).ToArray();
        if (requests is [])
            throw new StudyException("The load ended before the fault began. Is the machine busy?");
        var good = requests.Where(one => one.Status is HttpStatusCode.OK).OrderBy(one => one.Ms).ToArray();
        // The last requests before the fault may have made fewer calls.
        calls = Math.Max(0, calls - (CallsNeeded * (all.Length - requests.Length)));
        double? GetQuantile(double share) => good is [] ? null : good[(int)Math.Ceiling(share * good.Length) - 1].Ms;
        return new(
            fault.Name, mode, 100.0 * good.Length / requests.Length, calls / requests.Length, GetQuantile(0.5),
            GetQuantile(0.99), requests.Where(one => one.Status is HttpStatusCode.ServiceUnavailable).Min(one => (double?)one.StartS),
            // Nothing ends the silence of a connection: what counts is when the first good answer comes.
            isHttp2 ? good.Min(one => (double?)(one.StartS + (one.Ms / 1000))) : recovered);
    }

    /// <summary>Sends a hundred requests a second, however long the responses take.</summary>
    /// <returns>When each was due, its status (null if none came in time), and the time from then to its end.</returns>
    private static async Task<(long Due, HttpStatusCode? Status, double Ms)[]> SendAsync(
        TestbedEnvironment environment, ResilienceFault fault, Func<int, Uri> getUrl)
    {
        var (time, began) = (TimeProvider.System, TimeProvider.System.GetTimestamp());
        return await Task.WhenAll(Enumerable.Range(0, RequestsPerSecond * (fault.Seconds + 1)).Select(async index =>
        {
            var due = began + (index * time.TimestampFrequency / RequestsPerSecond);
            if (time.GetElapsedTime(time.GetTimestamp(), due) is { Ticks: > 0 } wait)
                await environment.DelayAsync(wait);
            if (time.GetElapsedTime(due) > LatestSend)
                throw new StudyException("A request could not be sent in time. Is the machine busy?");
            using var patience = CancellationTokenSource.CreateLinkedTokenSource(environment.StopToken);
            patience.CancelAfter(TimeSpan.FromSeconds(fault.PatienceS));
            HttpStatusCode? status = null;
            try
            {
                using var response = await environment.Http.GetAsync(getUrl(Random.Shared.Next(1, 1001)), patience.Token);
                status = response.StatusCode;
            }
            catch (Exception error) when (error is HttpRequestException or OperationCanceledException)
            {
                environment.StopToken.ThrowIfCancellationRequested();
            }

            return (due, status, time.GetElapsedTime(due).TotalMilliseconds);
        }));
    }

    private static async Task<double> CountAsync(TestbedEnvironment environment, Uri service) =>
        (await environment.ReadMetricsAsync(service)).GetSeries("http_server_request_duration_seconds_count")
            .Where(series => series.Labels["http_route"].StartsWith("/api", StringComparison.Ordinal))
            .Sum(series => series.Value);

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
}
