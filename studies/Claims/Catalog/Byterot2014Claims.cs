using static Studies.Claims.Catalog.Byterot2014Monitoring;

namespace Studies.Claims.Catalog;

/// <summary>Measures the claims of Byterot, 2014, about the cost of ReadAsAsync.</summary>
internal static class Byterot2014Claims
{
    private const string Baseline = "string-jsonconvert";
    private const string BenchmarkClass = "Deserialization";
    private const int PublishedConnections = 10;
    private static readonly int[] ConnectionCounts = [1, PublishedConnections, 50];

    public static IReadOnlyDictionary<string, MeasureClaim> Methods { get; } = new Dictionary<string, MeasureClaim>
    {
        ["A1"] = Compare("webclient-sync", Baseline, ComparisonReader.ReadMedianSpeed),
        ["A1p"] = Compare("webclient-sync", Baseline, ComparisonReader.ReadThroughput),
        ["A2"] = Compare("webclient-async", "webclient-sync", ComparisonReader.ReadThroughput),
        ["A3"] = Compare("read-as-async", Baseline, ComparisonReader.ReadThroughput),
        ["A3b"] = Compare("read-as-async-2014", Baseline, ComparisonReader.ReadThroughput),
        ["A5"] = (context, claim) => CompareTimeAsync(context, claim, "ReadAsAsync2014", "StringJsonConvert"),
        ["A5b"] = (context, claim) => CompareTimeAsync(context, claim, "ReadAsAsync", "StringJsonConvert"),
        ["A5p"] = async (context, _) => ReadClassic(await context.MeasureOnceAsync(
            "console-program", () => ClassicDeserialization.RunAsync(10_000, sharesContent: true))),
        ["A6"] = MeasureCauseAsync,
        ["A8"] = (context, _) => CheckCallCountersAsync(context),
        ["A8b"] = (context, _) => CheckHostCountersAsync(context),
        ["A9"] = async (context, _) => CancelledCalls.Read(await context.MeasureOnceAsync("cancelled-calls", async () =>
        {
            using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
            return await CancelledCalls.MeasureAsync(client, context.Environment.StopToken);
        })),
        ["A10"] = CompareConnectionsAsync,
    };

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

    private static MeasureClaim Compare(
        string strategy, string baseline, Func<IReadOnlyList<Result>, Measurement> read) =>
        async (context, claim) => read(await CompareAsync(context, claim, strategy, baseline));

    private static async Task<Measurement> CompareConnectionsAsync(MeasurementContext context, Claim claim)
    {
        var comparisons = new Dictionary<int, IReadOnlyList<Result>>();
        foreach (var count in ConnectionCounts)
        {
            comparisons[count] = await CompareAsync(
                context, claim, "read-as-async-2014", Baseline, count, $"-{count}-connections");
        }

        return ComparisonReader.ReadByConnections(comparisons, PublishedConnections);
    }

    // Each strategy is loaded in a separate front-end, because a process pools connections only for the blocking or
    // only for the asynchronous WebClient.
    private static Task<IReadOnlyList<Result>> CompareAsync(
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
                MonitoredProcesses.MonitorBackend(backend), ("--connections", $"{connections}"),
            ];
        });
}
