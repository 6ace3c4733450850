namespace Studies.Studies;

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
    public static readonly IReadOnlyList<string> Modes = ["none", "memory", "hybrid", "output"];

    private readonly Option<int> _latency = StudyOptions.CreateNumber(
        "--latency", "The milliseconds that the back-end waits before each answer.", 50, 1, 60_000);

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

        StudyFiles.Write(Path.Combine(context.ResultsFolder, "table"), Name, results, 1,
            ("cache", result => result.Cache),
            ("requests", result => $"{result.Requests}"),
            ("calls", result => $"{result.Calls}"),
            ("calls per request", result => result.CallsPerRequest),
            ("most calls at once", result => $"{result.MostCallsAtOnce}"),
            ("p50 ms", result => result.P50Ms),
            ("p99 ms", result => result.P99Ms));
        var checks = new CheckReporter();
        foreach (var result in results)
            result.Check(checks);
        return checks.HasFailure ? ExitCode.ExpectationNotMet : code;
    }

    /// <summary>Measures one value of the setting. No result: the load tool could not send requests.</summary>
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

internal sealed record StampedeResult(
    string Cache, double Requests, double Calls, double MostCallsAtOnce, double? P50Ms, double? P99Ms)
{
    /// <summary>By which share the number of calls may differ, because the load may end during requests.</summary>
    private const double Tolerance = 0.02;

    public double CallsPerRequest => Calls / Requests;

    /// <summary>
    /// Checks what the value of the setting promises. All requests are for one resource of the back-end, so calls at
    /// the same moment are calls for the same resource.
    /// </summary>
    public void Check(CheckReporter checks)
    {
        var calls = $"cache={Cache}: {TableNumbers.Format(CallsPerRequest)} calls per request";
        var atOnce = $"cache={Cache}: {MostCallsAtOnce} calls at the same moment";
        if (Cache is "none")
            checks.Add(Math.Abs(CallsPerRequest - 1) <= Tolerance, $"{calls} (1 expected)");
        else
            checks.Add(Calls > 0 && CallsPerRequest < 1 - Tolerance, $"{calls} (fewer than 1 expected)");
        if (Cache is "hybrid" or "output")
            checks.Add(MostCallsAtOnce is 1, $"{atOnce} (1 expected)");
        else
            checks.Add(MostCallsAtOnce > 1, $"{atOnce} (more than 1 expected)");
    }
}
