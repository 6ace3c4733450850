namespace Studies.Claims.Catalog;

/// <summary>Measures the claims of Byterot, 2014, about counters.</summary>
internal static class Byterot2014Monitoring
{
    /// <summary>The published counters, and the metric from which each of them is computed.</summary>
    private static readonly (string Name, string Metric)[] PublishedCounters =
    [
        ("total operations", "http_client_request_duration_seconds_count"),
        ("average time", "http_client_request_duration_seconds_sum"),
        ("operations per second", "http_client_request_duration_seconds_count"),
        ("time of the last operation", "backend_call_last_duration_seconds"),
    ];

    /// <summary>
    /// Checks that the front-end records as many calls as the back-end answers, and that the Prometheus rules that
    /// compute the four counters pass their tests.
    /// </summary>
    public static async Task<Measurement> CheckCallCountersAsync(MeasurementContext context)
    {
        var (recorded, answered, rulesExitCode) = await context.MeasureOnceAsync("call-counters", async () =>
        {
            if (!ProgramLocator.IsInstalled("promtool"))
                throw new StudyException("promtool is not installed here");
            var backend = await context.Environment.StartBackendAsync();
            var frontend = await context.Environment.StartFrontendAsync(backend);
            for (var id = 1; id <= 20; id++)
                await context.Environment.GetAsync(new(frontend, $"/api/customer/{id}"));
            var rules = new ProcessStartInfo(
                "promtool", ["test", "rules", ProgramLocator.GetPath("prometheus", "tests", "recording.yml")]);
            return (
                (await context.Environment.ReadMetricsAsync(frontend)).Total("backend_call_duration_seconds_count"),
                (await context.Environment.ReadMetricsAsync(backend)).Total(
                    "http_server_request_duration_seconds_count", "http_route=\"/api/customer/"),
                await context.RunWithLogFileAsync(rules, "rules"));
        });
        return new Measurement
        {
            Metrics = new Dictionary<string, Metric>
            {
                ["recorded_share"] = Metric.Exact(recorded / answered),
                ["rules_exit_code"] = Metric.Exact(rulesExitCode),
            },
            Figures = $"{recorded} of {answered} calls were recorded",
        };
    }

    /// <summary>Reads how many counters are kept apart for a host over HTTP/1.1 and one over HTTP/2.</summary>
    public static async Task<Measurement> CheckHostCountersAsync(MeasurementContext context)
    {
        var apart = await context.MeasureOnceAsync<string[]>("host-counters", async () =>
        {
            await using var services = new TestbedEnvironment(context.Environment.StopToken);
            var first = await services.StartBackendAsync();
            var (_, second) = await services.StartBackendWithHttp2Async();
            var frontend = await services.StartFrontendAsync(first, settings: $"--Backend:Http2Address={second}");
            await services.GetAsync(new(frontend, "/api/customer/1?http=1.1"));
            await services.GetAsync(new(frontend, "/api/customer/1?http=2"));
            var metrics = await services.ReadMetricsAsync(frontend);
            return
            [
                .. PublishedCounters.Where(counter => new[] { first, second }.All(host =>
                    metrics.Total(counter.Metric, $"server_port=\"{host.Port}\"") > 0)).Select(counter => counter.Name),
            ];
        });
        return Measurement.FromMetric("counters", Metric.Exact(apart.Length),
            apart is [] ? "no counter is kept apart" : $"kept apart: {string.Join(", ", apart)}");
    }
}
