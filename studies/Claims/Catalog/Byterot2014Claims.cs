using System.Diagnostics;
using Studies.Claims.Criteria;
using Studies.Claims.Files;
using Studies.Hosting;
using Studies.LoadTool;
using Studies.Studies.Clients;

namespace Studies.Claims.Catalog;

/// <summary>Measures the claims of Byterot, 2014, about the cost of ReadAsAsync.</summary>
internal static class Byterot2014Claims
{
    private const string Baseline = "string-jsonconvert";
    private const string BenchmarkClass = "Deserialization";

    /// <summary>
    /// The time for which traffic only leaves a front-end. An alert on it needs about 45 s: a rate over 20 s that stays
    /// too high for 20 s.
    /// </summary>
    private static readonly TimeSpan EgressDuration = TimeSpan.FromSeconds(90);

    /// <summary>
    /// The published counters, and the metric from which each of them is computed: the mean is the sum divided by the
    /// count, and the rate is how fast the count grows.
    /// </summary>
    private static readonly (string Name, string Metric)[] HostCounters =
    [
        ("total operations", "http_client_request_duration_seconds_count"),
        ("average time", "http_client_request_duration_seconds_sum"),
        ("operations per second", "http_client_request_duration_seconds_count"),
        ("time of the last operation", "backend_call_last_duration_seconds"),
    ];

    /// <summary>The number of connections of the published measurements.</summary>
    private const int PublishedConnections = 10;

    /// <summary>The numbers of connections with which the largest published effect is measured.</summary>
    private static readonly int[] ConnectionCounts = [1, PublishedConnections, 50];

    public static IReadOnlyDictionary<string, MeasureClaim> Methods { get; } = new Dictionary<string, MeasureClaim>
    {
        ["A1"] = async (context, claim) => ComparisonReader.ReadMedianSpeed(
            await CompareAsync(context, claim, "webclient-sync", Baseline)),
        ["A1p"] = (context, claim) => CompareThroughputAsync(context, claim, "webclient-sync", Baseline),
        ["A2"] = (context, claim) => CompareThroughputAsync(context, claim, "webclient-async", "webclient-sync"),
        ["A3"] = (context, claim) => CompareThroughputAsync(context, claim, "read-as-async", Baseline),
        ["A3b"] = (context, claim) => CompareThroughputAsync(context, claim, "read-as-async-2014", Baseline),
        ["A5"] = (context, claim) => CompareTimeAsync(context, claim, "ReadAsAsync2014", "StringJsonConvert"),
        ["A5b"] = (context, claim) => CompareTimeAsync(context, claim, "ReadAsAsync", "StringJsonConvert"),
        ["A5p"] = async (_, _) => ReadClassic(await ClassicDeserialization.RunAsync(10_000, sharesContent: true)),
        ["A6"] = MeasureCauseAsync,
        ["A8"] = (context, _) => CheckCallCountersAsync(context),
        ["A8b"] = (context, _) => CheckHostCountersAsync(context),
        ["A9"] = (context, _) => TestRun.MeasureAsync(context, "EndToEnd.Tests", "*CancelledCallTests"),
        ["A10"] = CompareConnectionsAsync,
        ["A12"] = (context, _) => CheckEgressAlertAsync(context),
    };

    /// <summary>Reads how many of the published program's deserializations produced an object.</summary>
    public static Measurement ReadClassic(ClassicDeserialization result) => new()
    {
        Metrics = new Dictionary<string, Metric>
        {
            ["nulls_read_as_async"] = Metric.Exact(result.ReadAsAsyncNulls),
            ["nulls_string"] = Metric.Exact(result.StringNulls),
        },
        Figures = $"ReadAsAsync returned null {result.ReadAsAsyncNulls} times of {result.Count}, and JsonConvert "
            + $"{result.StringNulls} times: from the second read on, the stream is at its end",
    };

    /// <summary>Reads how many of the four counters a front-end keeps apart for each host that it calls.</summary>
    /// <param name="metrics">The metrics of the front-end.</param>
    /// <param name="ports">The ports of the hosts.</param>
    public static Measurement ReadHostCounters(PrometheusSamples metrics, params IEnumerable<int> ports)
    {
        var apart = HostCounters
            .Where(counter => ports.All(port => metrics.Sum(counter.Metric, $"server_port=\"{port}\"") > 0))
            .Select(counter => counter.Name).ToArray();
        return Measurement.FromMetric("counters", Metric.Exact(apart.Length),
            apart is [] ? "no counter is kept apart" : $"kept apart: {string.Join(", ", apart)}");
    }

    /// <summary>Reads how many alerts notice traffic that only leaves a service.</summary>
    /// <param name="egressOnly">The alerts that fire for a front-end that makes calls and gets no requests.</param>
    /// <param name="bothWays">
    /// The alerts that fire for a front-end that gets requests: these say nothing about the direction of traffic.
    /// </param>
    public static Measurement ReadEgressAlerts(IEnumerable<string> egressOnly, IEnumerable<string> bothWays)
    {
        string[] alerts = [.. egressOnly.Except(bothWays)];
        return Measurement.FromMetric("alerts", Metric.Exact(alerts.Length),
            alerts is [] ? "no alert fired" : $"{string.Join(", ", alerts)} fired");
    }

    // A front-end calls one host over HTTP/1.1, and may call another one over HTTP/2.
    private static async Task<Measurement> CheckHostCountersAsync(MeasurementContext context)
    {
        await using var services = new TestbedEnvironment(context.Environment.StopToken);
        var first = await services.StartBackendAsync();
        var (_, second) = await services.StartBackendWithHttp2Async();
        var frontend = await services.StartFrontendAsync(first, settings: $"--Backend:Http2Address={second}");
        await services.GetAsync(new(frontend, "/api/customer/1?http=1.1"));
        await services.GetAsync(new(frontend, "/api/customer/1?http=2"));
        return ReadHostCounters(await services.ReadMetricsAsync(frontend), first.Port, second.Port);
    }

    private static async Task<Measurement> CompareTimeAsync(
        MeasurementContext context, Claim claim, string method, string baseline) => Measurement.FromMetric(
        LedgerEntry.Ratio, await GetTimeRatioAsync(context, claim, method, baseline), "ratio of the median times");

    private static Task<Metric> GetTimeRatioAsync(
        MeasurementContext context, Claim claim, string method, string baseline) =>
        context.RepeatAsync(claim.File.Design!, async start =>
            (await context.RunBenchmarksAsync(BenchmarkClass, start)).GetTimeRatio(method, baseline));

    // JsonConvert with a new contract resolver for each call is as slow as ReadAsAsync was in 2014, and ReadAsAsync
    // with shared formatters is as fast as JsonConvert. Together, these two results explain the whole difference.
    private static async Task<Measurement> MeasureCauseAsync(MeasurementContext context, Claim claim) => new()
    {
        Metrics = new Dictionary<string, Metric>
        {
            ["new_resolver"] = await GetTimeRatioAsync(context, claim, "JsonConvertNewResolver", "ReadAsAsync2014"),
            ["shared_formatters"] = await GetTimeRatioAsync(context, claim, "ReadAsAsyncShared", "StringJsonConvert"),
        },
        Figures = "ratios of the median times",
    };

    // The front-end must record as many calls as the back-end answers, and the Prometheus rules that compute the four
    // counters must pass their tests.
    private static async Task<Measurement> CheckCallCountersAsync(MeasurementContext context)
    {
        if (!ProgramLocator.IsInstalled("promtool"))
            return Measurement.NotMeasured("promtool is not installed here");
        var backend = await context.Environment.StartBackendAsync();
        var frontend = await context.Environment.StartFrontendAsync(backend);
        for (var id = 1; id <= 20; id++)
            await context.Environment.GetAsync(new(frontend, $"/api/customer/{id}"));
        var recorded =
            (await context.Environment.ReadMetricsAsync(frontend)).Sum("backend_call_duration_seconds_count");
        var answered = (await context.Environment.ReadMetricsAsync(backend))
            .Sum("http_server_request_duration_seconds_count", "http_route=\"/api/customer/");
        var rules = new ProcessStartInfo(
            "promtool", ["test", "rules", ProgramLocator.GetPath("prometheus", "tests", "recording.yml")]);
        return new Measurement
        {
            Metrics = new Dictionary<string, Metric>
            {
                ["recorded_share"] = Metric.Exact(recorded / answered),
                ["rules_exit_code"] = Metric.Exact(await context.RunWithLogFileAsync(rules, "rules")),
            },
            Figures = $"{recorded} of {answered} calls were recorded",
        };
    }

    // A readiness check makes a front-end call the back-end, and is not counted as a request. Often enough, it is
    // traffic that leaves the front-end although no request comes in.
    private static async Task<Measurement> CheckEgressAlertAsync(MeasurementContext context)
    {
        if (!ProgramLocator.IsInstalled("prometheus"))
            return Measurement.NotMeasured("prometheus is not installed here");
        await using var services = new TestbedEnvironment(context.Environment.StopToken);
        var backend = await services.StartBackendAsync();
        var egressOnly = await services.StartFrontendAsync(backend);
        var bothWays = await services.StartFrontendAsync(backend);
        await using var prometheus = await PrometheusServer.StartAsync(
            services.Http,
            new Dictionary<string, Uri[]> { ["frontend-api"] = [egressOnly, bothWays], ["backend-api"] = [backend] },
            services.StopToken);
        for (var started = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(started) < EgressDuration;)
        {
            await services.GetAsync(new(egressOnly, "/health/ready"));
            await services.GetAsync(new(bothWays, "/api/customer/1"));
            await services.DelayAsync(TimeSpan.FromMilliseconds(100));
        }

        return ReadEgressAlerts(
            (await prometheus.GetFiringAlertsAsync(egressOnly)).Keys,
            (await prometheus.GetFiringAlertsAsync(bothWays)).Keys);
    }

    private static async Task<Measurement> CompareThroughputAsync(
        MeasurementContext context, Claim claim, string strategy, string baseline) =>
        ComparisonReader.ReadThroughput(await CompareAsync(context, claim, strategy, baseline));

    private static async Task<Measurement> CompareConnectionsAsync(MeasurementContext context, Claim claim)
    {
        var comparisons = new Dictionary<int, IReadOnlyList<LoadResult>>();
        foreach (var count in ConnectionCounts)
        {
            comparisons[count] = await CompareAsync(
                context, claim, "read-as-async-2014", Baseline, count, $"-{count}-connections");
        }

        return ComparisonReader.ReadByConnections(comparisons, PublishedConnections);
    }

    // Each strategy is loaded in a separate front-end, because a process pools connections only for the blocking or
    // only for the asynchronous WebClient.
    private static Task<IReadOnlyList<LoadResult>> CompareAsync(
        MeasurementContext context, Claim claim, string strategy, string baseline,
        int connections = PublishedConnections, string suffix = "") =>
        context.CompareAsync(claim.File.Design!, $"{strategy}-against-{baseline}{suffix}", null, async start =>
        {
            var backend = await start.GetBackendAsync();
            var frontends = await StartOrder.StartAllAsync(
                start.Number,
                () => start.Environment.StartFrontendAsync(backend),
                () => start.Environment.StartFrontendAsync(backend));
            var (first, second) = (frontends[0], frontends[1]);
            return
            [
                ("--url", RequestUrls.GetRandomCustomerUrl(first)), ("--baseline", baseline),
                ("--vary", $"strategy={baseline},{strategy}@{RequestUrls.FormatBaseUrl(second)}"),
                ("--monitor", $"back-end={backend}"), ("--connections", $"{connections}"),
            ];
        });
}
