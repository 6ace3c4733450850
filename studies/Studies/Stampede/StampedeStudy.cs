namespace Studies.Studies.Stampede;

/// <summary>
/// Requests one customer at a fixed rate, from a front-end for each value of the setting Client:Cache, while the
/// back-end takes its time. A cache that only keeps customers calls the back-end with every request that comes between
/// the end of a customer's time and the next answer: a stampede. Calls that are shared cannot pile up.
/// </summary>
internal sealed class StampedeStudy : StudyCommand
{
    private const int MeasuredSeconds = 20;
    private const string CallRoute = "http_route=\"/api/customer/{id:int}/with-orders\"";

    // Responses of the output cache have no labels of flags.
    private const string RequestRoute = "http_route=\"/api/customer/{id:int}\"";

    // One call reads all of a customer, so that all calls are for the same resource.
    private const string Query = "strategy=orders-included&client=shared";

    /// <summary>The values of the setting Client:Cache.</summary>
    public static readonly IReadOnlyList<string> Modes = ["none", "memory", "hybrid", "output"];

    private readonly Option<int> _latency = new Option<int>("--latency")
    {
        Description = "The milliseconds that the back-end waits before each answer.",
        HelpName = "MS",
        DefaultValueFactory = _ => 50,
    }.WithRange(1, 60_000);

    public StampedeStudy()
        : base(
            "stampede",
            "Requests one customer at a fixed rate while its cached answer expires every second, with each kind of "
            + "cache. Counts the calls to the back-end, and how many it gets at the same moment.",
            null)
    {
        Add(_latency);
        PassUnknownOptionsTo("load run");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(Modes.Count * (MeasuredSeconds + 10));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (results, code) = (new List<StampedeResult>(), ExitCode.Success);
        foreach (var mode in Modes)
        {
            var (run, result) = await MeasureAsync(context, mode);
            if (result is null)
                return run.ToolExitCode;
            code = run.ToolExitCode is ExitCode.Success ? code : run.ToolExitCode;
            results.Add(result);
        }

        var (table, checks) = (new TextTable(1, StampedeResult.Headings), new CheckReporter());
        foreach (var result in results)
            table.Add(result.ToCells());
        StudyFiles.Write(Path.Combine(context.ResultsFolder, "table"), Name, results, table);
        foreach (var result in results)
            result.Check(checks);
        return checks.HasFailure ? ExitCode.ExpectationNotMet : code;
    }

    /// <summary>Measures one value of the setting, with services of its own.</summary>
    /// <returns>
    /// The run of the load tool, and the measurements, which are null if the load tool could not send requests.
    /// </returns>
    private async Task<(LoadRun Run, StampedeResult? Result)> MeasureAsync(StudyContext context, string mode)
    {
        var environment = context.Environment;
        var backend = await environment.StartBackendAsync(
            PeakMonitor.Variables, $"--Faults:Active:LatencyMs={context.Get(_latency)}");
        var frontend = await environment.StartFrontendAsync(
            backend, settings: [$"--Client:Cache={mode}", "--Client:CacheTimeToLive=00:00:01"]);
        // These requests for other customers, one at a time, compile the code and open the connection.
        for (var id = 2; id <= 20; id++)
            await environment.GetAsync(new(frontend, $"/api/customer/{id}?{Query}"));
        var before = await CountAsync(environment, frontend, backend);
        var run = await context.SendAsync(null,
            ("--url", $"{new Uri(frontend, $"/api/customer/1?{Query}")}"), ("--rate", "200/s"),
            ("--duration", $"{MeasuredSeconds}s"), ("--connections", "64"), ("--name", $"{Name}-{mode}"));
        var after = await CountAsync(environment, frontend, backend);
        await environment.StopAsync(frontend);
        await environment.StopAsync(backend);
        if (!run.HasResult)
            return (run, null);
        var latency = run.ReadResult().SingleVariant.Latency;
        return (run, new(
            mode, after.Requests - before.Requests, after.Calls - before.Calls, after.MostCallsAtOnce, latency.P50,
            latency.P99));
    }

    private static async Task<(double Requests, double Calls, double MostCallsAtOnce)> CountAsync(
        TestbedEnvironment environment, Uri frontend, Uri backend)
    {
        const string RequestCount = "http_server_request_duration_seconds_count";
        var requests = await environment.ReadMetricsAsync(frontend);
        var calls = await environment.ReadMetricsAsync(backend);
        return (
            requests.Total(RequestCount, RequestRoute), calls.Total(RequestCount, CallRoute),
            calls.Total("http_server_active_requests_peak"));
    }
}
