using Studies.Hosting;
using Studies.LoadTool;
using Studies.Studies.Containers;

namespace Studies.Claims.Catalog;

/// <summary>Measures the claims of Prodan, 2016.</summary>
internal static class Prodan2016Measurements
{
    /// <summary>
    /// The number of rounds. Prodan, 2016, took a sample every ten minutes for six hours, which makes 36 samples.
    /// </summary>
    public const int LongRunRounds = 36;

    /// <summary>
    /// The time after which the counters of network traffic are up to date: the .NET runtime updates them once a
    /// second.
    /// </summary>
    private static readonly TimeSpan CounterInterval = TimeSpan.FromSeconds(2);

    /// <summary>Metrics whose values must be above zero after a request.</summary>
    private static readonly string[] MetricsAboveZero =
    [
        "http_server_request_duration_seconds_count", "http_server_request_duration_seconds_sum",
        "dotnet_process_cpu_time_seconds_total", "dotnet_process_memory_working_set_bytes",
            "process_network_io_bytes_total",
    ];

    /// <summary>
    /// The name of the metric for disk I/O. The metric must exist but may be zero, because the system may have the
    /// files that the process reads in its cache.
    /// </summary>
    private const string DiskMetric = "process_disk_io_bytes_total";

    public static async Task<Measurement> CompareThroughputAsync(
        MeasurementContext context, IngestionVariant baseline, IngestionVariant other, int connections = 50) =>
        RequireGo(baseline, other)
        ?? ComparisonReader.ReadThroughput(await CompareAsync(context, baseline, other, connections));

    public static Measurement? RequireGo(params IngestionVariant[] variants) =>
        variants.Any(variant => variant.IsGo) && !GoPeer.IsGoInstalled
            ? Measurement.NotMeasured("Go is not installed here")
            : null;

    public static Task<LoadResult> CompareAsync(
        MeasurementContext context, IngestionVariant baseline, IngestionVariant other, int connections = 50,
        int rounds = MeasurementContext.DefaultRounds) =>
        context.CompareAsync($"{other.Name}-against-{baseline.Name}-{connections}-{rounds}", "ingestion", async () =>
        [
            ("--baseline", baseline.Name), ("--connections", $"{connections}"), ("--settle", "5s"), ("--slice", "2s"),
            ("--variants", VariantDefinition.Format(
                [await baseline.StartAsync(context), await other.StartAsync(context)])),
        ], rounds);

    public static async Task<Measurement> ScaleOutAsync(MeasurementContext context, ScaleOutLanguage language)
    {
        if (!await ComposeEnvironment.IsDockerAvailableAsync(context.Environment.StopToken))
            return Measurement.NotMeasured("no Docker engine is running here");
        var result = (await context.ScaleOutAsync()).Single(result => result.Language == language.Name);
        var rates = result.Rates.Select(SignificantDigits.Format).ToArray();
        return result.Ratio is { Lo: { } low, Hi: { } high }
            ? new Measurement
            {
                Ratio = new RatioEstimate(result.Ratio.Value, low, high),
                SourceNumbers = $"{rates[2]} req/s, against {rates[0]}; with two front-ends {rates[1]}",
            }
            : Measurement.NotMeasured("the comparison has no interval");
    }

    public static async Task<Measurement> MeasurePortExhaustionAsync(MeasurementContext context)
    {
        var result = await context.RunWithFailuresAsync("exhausted", "ingestion", async () =>
            [.. await IngestionVariant.SharedClient.StartRunAsync(context), ("--count", "100000"), ("--connections", "100")]);
        var run = result.SingleVariant;
        return new Measurement
        {
            Confirmed = run.Errors > run.Requests / 10,
            SourceNumbers = $"{run.Errors} of {run.Requests} requests failed, and "
                + $"{run.Target.ConnectionsOpened:0} connections were opened",
        };
    }

    // Both variants are measured in shuffled rounds, so that disturbances of the machine affect both alike. The ratio
    // of the lowest throughputs has no interval, because too few rounds are among the lowest tenth.
    public static async Task<Measurement> CompareLowestThroughputAsync(MeasurementContext context)
    {
        if (RequireGo(IngestionVariant.GoServices) is { } missing)
            return missing;
        var result = await CompareAsync(
            context, IngestionVariant.GoServices, IngestionVariant.SharedClient, rounds: LongRunRounds);
        var (go, net) =
            (GetLowestThroughputShare(result.GetVariant(IngestionVariant.GoServices.Name)), GetLowestThroughputShare(
            result.GetVariant(IngestionVariant.SharedClient.Name)));
        return new Measurement
        {
            Ratio = RatioEstimate.FromExactValue(net / go),
            SourceNumbers = $"the lowest tenth reaches {SignificantDigits.Format(net)} of the median, against "
                + $"{SignificantDigits.Format(go)} with Go",
        };
    }

    private static double GetLowestThroughputShare(VariantResult variant)
    {
        double[] rates = [.. variant.Rounds.Select(round => round.Rps).Order()];
        return rates.Take(Math.Max(1, rates.Length / 10)).Average() / rates[rates.Length / 2];
    }

    public static async Task<Measurement> ReadMetricsAsync(MeasurementContext context)
    {
        var frontend = await context.Environment.StartFrontendAsync(await context.GetBackendAsync());
        await context.Environment.GetAsync(new(frontend, "/api/customer/1"));
        await context.Environment.DelayAsync(CounterInterval);
        var metrics = await context.Environment.ReadMetricsAsync(frontend);
        string[] missing =
        [
            .. MetricsAboveZero.Where(name => metrics.Sum(name) <= 0),
            .. metrics.Contains(DiskMetric) ? Array.Empty<string>() : [DiskMetric],
        ];
        return new Measurement
        {
            Confirmed = missing is [],
            SourceNumbers = missing is []
                ? string.Join(", ", MetricsAboveZero.Append(DiskMetric)) : $"without {string.Join(", ", missing)}",
        };
    }
}
