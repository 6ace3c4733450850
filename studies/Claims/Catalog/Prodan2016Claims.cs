using Studies.Claims.Sources;
using Studies.Hosting;
using Studies.LoadTool;
using Studies.Studies.Containers;

namespace Studies.Claims.Catalog;

/// <summary>The claims of Prodan, 2016: ASP.NET Core beside Go.</summary>
internal static class Prodan2016Claims
{
    private const int ManyConnections = 300;

    /// <summary>As many slices as the source took: one every ten minutes for six hours.</summary>
    private const int Slices = 36;

    private const string OldGo = "this Go is Debian's, 1.19 of 2022, and this .NET of 2025";

    /// <summary>The runtime reports the bytes of its sockets once a second.</summary>
    private static readonly TimeSpan CounterInterval = TimeSpan.FromSeconds(2);

    /// <summary>Metrics that are not zero after a request.</summary>
    private static readonly string[] MovingMetrics =
    [
        "http_server_request_duration_seconds_count", "http_server_request_duration_seconds_sum",
        "dotnet_process_cpu_time_seconds_total", "dotnet_process_memory_working_set_bytes", "process_network_io_bytes_total",
    ];

    /// <summary>A metric that may be zero: what is read from the disk may be cached.</summary>
    private const string DiskMetric = "process_disk_io_bytes_total";

    private static readonly IngestionVariant PerRequest =
        new("per-request-sync", "/ingest/event?client=per-request&mode=sync");

    private static readonly IngestionVariant Shared = new("shared-async", "/ingest/event?client=shared&mode=async");
    private static readonly IngestionVariant Backend = new("back-end", "/ingest/data");
    private static readonly IngestionVariant Go = new("go", "/ingest/event") { IsGo = true };

    private static readonly IngestionVariant Workstation = Shared with
    {
        Name = "workstation", Runtime = new Dictionary<string, string> { ["DOTNET_gcServer"] = "0" },
    };

    /// <summary>Server GC as it was in 2016: it did not adapt the number of its heaps.</summary>
    private static readonly IngestionVariant Server = Shared with
    {
        Name = "server",
        Runtime = new Dictionary<string, string> { ["DOTNET_gcServer"] = "1", ["DOTNET_GCDynamicAdaptationMode"] = "0" },
    };

    public static Source Source { get; } = new(Prodan2016.Publication,
    [
        new Claim("B1", "A new HttpClient for each call, blocking", Prodan2016.ClientPerRequest,
            async context => ComparisonReader.ReadBaseline(await CompareAsync(context, PerRequest, Shared))),
        new Claim("B2", "One HttpClient for all calls, asynchronous, against B1", Prodan2016.SharedClient,
            context => CompareThroughputAsync(context, PerRequest, Shared)),
        new Claim("B3", "Three front-ends behind a balancer against one (here each has 0.15 of a core)", Prodan2016.ThreeFrontends,
            context => ScaleOutAsync(context, ScaleOutLanguage.Net)),
        new Claim("B4", "The back-end alone against B2", Prodan2016.Backend,
            context => CompareThroughputAsync(context, Shared, Backend)),
        new Claim("B5", "Go against B2", Prodan2016.Go, context => CompareThroughputAsync(context, Shared, Go),
            new Reason(Verdict.NoLongerHolds, OldGo)),
        new Claim("B5b", "Three front-ends in Go against one, as in B3", Prodan2016.ThreeGoFrontends,
            context => ScaleOutAsync(context, ScaleOutLanguage.Go)),
        new Claim("B6", $"Go against B2 with {ManyConnections} connections", Prodan2016.GoAt300,
            context => CompareThroughputAsync(context, Shared, Go, ManyConnections),
            new Reason(Verdict.NoLongerHolds,
                $"{OldGo}; Go's client also keeps 100 connections, as the source's did, and opens new ones for the other calls")),
        new Claim("B7", "Working set of the ASP.NET Core front-end under load against Go's", Prodan2016.Memory,
            async context => RequireGo(Go) ?? ComparisonReader.ReadLevel(
                await CompareAsync(context, Go, Shared), usage => usage.WorkingSetMb, "MB")),
        new Claim("B8", "Anonymous memory of the front-end with Server GC against Workstation GC", Prodan2016.ServerCollector,
            async context => ComparisonReader.ReadLevel(
                await CompareAsync(context, Workstation, Server), usage => usage.AnonymousMb, "MB"),
            new Reason(Verdict.Differs, "Server GC has one heap for each core, and this machine has few")),
        new Claim("B9", "After some tens of thousands of requests with 100 connections every call of the client fails",
            PublishedResult.Qualitative, ExhaustAsync,
            new Reason(Verdict.NoLongerHolds, "one client keeps its connections, and no port is used up")),
        new Claim("B10",
            $"Throughput drops at times, and Go's does not: the lowest tenth of {Slices} slices of 2 s by their median, against Go's",
            Prodan2016.Fluctuation, CompareLowestAsync),
        new Claim("B11", "Metrics show the rate, latency, CPU, memory and network traffic of a service, and have its disk traffic",
            PublishedResult.Qualitative, ReadMetricsAsync),
    ]);

    private static async Task<Measurement> CompareThroughputAsync(
        MeasurementContext context, IngestionVariant baseline, IngestionVariant other, int connections = 50) =>
        RequireGo(baseline, other)
        ?? ComparisonReader.ReadThroughput(await CompareAsync(context, baseline, other, connections));

    private static Measurement? RequireGo(params IngestionVariant[] variants) =>
        variants.Any(variant => variant.IsGo) && !GoPeer.IsGoInstalled
            ? Measurement.NotMeasured("Go is not installed here")
            : null;

    private static Task<LoadResult> CompareAsync(
        MeasurementContext context, IngestionVariant baseline, IngestionVariant other, int connections = 50,
        int rounds = MeasurementContext.DefaultRounds) =>
        context.CompareAsync($"{other.Name}-against-{baseline.Name}-{connections}-{rounds}", "ingestion", async () =>
        [
            ("--baseline", baseline.Name), ("--connections", $"{connections}"), ("--settle", "5s"), ("--slice", "2s"),
            ("--variants", VariantDefinition.Format([await baseline.StartAsync(context), await other.StartAsync(context)])),
        ], rounds);

    private static async Task<Measurement> ScaleOutAsync(MeasurementContext context, ScaleOutLanguage language)
    {
        if (!await ComposeEnvironment.IsDockerAvailableAsync(context.Environment.Stop))
            return Measurement.NotMeasured("there is no Docker engine here");
        var result = (await context.ScaleOutAsync()).Single(result => result.Language == language.Name);
        var rates = result.Rates.Select(SignificantDigits.Format).ToArray();
        return result.Ratio is { Lo: { } low, Hi: { } high }
            ? new Measurement
            {
                Ratio = new Estimate(result.Ratio.Value, low, high),
                Figures = $"{rates[2]} req/s, against {rates[0]}; with two front-ends {rates[1]}",
            }
            : Measurement.NotMeasured("the comparison has no interval");
    }

    private static async Task<Measurement> ExhaustAsync(MeasurementContext context)
    {
        var result = await context.RunFailingAsync("exhausted", "ingestion", async () =>
            [.. await Shared.StartRunAsync(context), ("--count", "100000"), ("--connections", "100")]);
        var run = result.Run;
        return new Measurement
        {
            Confirmed = run.Errors > run.Requests / 10,
            Figures = $"{run.Errors} of {run.Requests} failed, {run.Target.ConnectionsOpened:0} connections opened",
        };
    }

    // In shuffled rounds, so that what the machine does strikes both. What is rare has no interval.
    private static async Task<Measurement> CompareLowestAsync(MeasurementContext context)
    {
        if (RequireGo(Go) is { } missing)
            return missing;
        var result = await CompareAsync(context, Go, Shared, rounds: Slices);
        var (go, net) = (GetLowestShare(result.GetVariant(Go.Name)), GetLowestShare(result.GetVariant(Shared.Name)));
        return new Measurement
        {
            Ratio = Estimate.FromExact(net / go),
            Figures = $"{SignificantDigits.Format(net)} of their median, against {SignificantDigits.Format(go)}",
        };
    }

    private static double GetLowestShare(VariantResult variant)
    {
        double[] rates = [.. variant.Rounds.Select(round => round.Rps).Order()];
        return rates.Take(Math.Max(1, rates.Length / 10)).Average() / rates[rates.Length / 2];
    }

    private static async Task<Measurement> ReadMetricsAsync(MeasurementContext context)
    {
        var frontend = await context.Environment.StartFrontendAsync(await context.GetBackendAsync());
        await context.Environment.GetAsync(new(frontend, "/api/customer/1"));
        await context.Environment.DelayAsync(CounterInterval);
        var metrics = await context.Environment.ReadMetricsAsync(frontend);
        string[] missing =
        [
            .. MovingMetrics.Where(name => metrics.Sum(name) <= 0),
            .. metrics.Contains(DiskMetric) ? Array.Empty<string>() : [DiskMetric],
        ];
        return new Measurement
        {
            Confirmed = missing is [],
            Figures = missing is [] ? string.Join(", ", MovingMetrics.Append(DiskMetric)) : $"without {string.Join(", ", missing)}",
        };
    }
}
