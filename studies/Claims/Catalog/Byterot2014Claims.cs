using System.Diagnostics;
using Studies.Claims.Sources;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Claims.Catalog;

/// <summary>The claims of Byterot, 2014, about the cost of ReadAsAsync.</summary>
internal static class Byterot2014Claims
{
    /// <summary>
    /// The number of rounds, each of 1 s. Many rounds are needed because the results of the blocking and the
    /// asynchronous WebClient differ by little.
    /// </summary>
    private const int Rounds = 24;

    private const string BaselineStrategy = "string-jsonconvert";
    private const string BenchmarkClass = "Deserialization";
    private const string FormattersKeptNote = "the current library keeps its formatters between calls";

    private const string AccessorsCompiledNote =
        "with new formatters, Json.NET compiles its accessors again for each document; relative to the parsing itself, "
        + "this costs even more today";

    public static PublicationClaims PublishedClaims { get; } = new(Byterot2014.Publication,
    [
        new Claim("A1", "Throughput with the blocking WebClient, relative to a string and JsonConvert",
            Byterot2014.WebClientSyncAgainstJsonConvert,
            context => CompareThroughputAsync(context, "webclient-sync", BaselineStrategy),
            new VerdictReason(Verdict.NoLongerHolds, "WebClient now uses HttpClient internally, and adds to its cost")),
        new Claim("A2", "Throughput with the asynchronous WebClient, relative to the blocking one",
            Byterot2014.WebClientAsyncAgainstSync,
            context => CompareThroughputAsync(context, "webclient-async", "webclient-sync")),
        new Claim("A2b", "The asynchronous WebClient needs a little more CPU time than the blocking one",
            PublishedResult.StatementWithoutRatio,
            async context =>
                ComparisonReader.ReadWhetherCpuIsHigher(await CompareAsync(context, "webclient-async", "webclient-sync"))),
        new Claim("A3", "Throughput with ReadAsAsync of the current library, relative to a string and JsonConvert",
            Byterot2014.ReadAsAsyncAgainstJsonConvert,
            context => CompareThroughputAsync(context, "read-as-async", BaselineStrategy),
            new VerdictReason(Verdict.NoLongerHolds, FormattersKeptNote)),
        new Claim("A3b",
            "Throughput with ReadAsAsync and new formatters for each call (as in 2014), relative to a string and "
                + "JsonConvert",
            Byterot2014.ReadAsAsyncAgainstJsonConvert,
            context => CompareThroughputAsync(context, "read-as-async-2014", BaselineStrategy),
            new VerdictReason(Verdict.Differs, AccessorsCompiledNote)),
        new Claim("A4", "Throughput with a string and JsonConvert", Byterot2014.JsonConvertBaseline,
            async context => ComparisonReader.ReadBaseline(await CompareAsync(context, "read-as-async", BaselineStrategy))),
        new Claim("A5",
            "Time to deserialize a document with ReadAsAsync and new formatters (as in 2014), relative to a string and "
                + "JsonConvert",
            Byterot2014.DeserializationTime,
            context => CompareTimeAsync(context, "ReadAsAsync2014", "StringJsonConvert"),
            new VerdictReason(Verdict.Differs, AccessorsCompiledNote)),
        new Claim("A5b",
            "Time to deserialize a document with ReadAsAsync of the current library, relative to a string and "
                + "JsonConvert",
            Byterot2014.DeserializationTime, context => CompareTimeAsync(context, "ReadAsAsync", "StringJsonConvert"),
            new VerdictReason(Verdict.NoLongerHolds, FormattersKeptNote)),
        new Claim("A6",
            "ReadAsAsync was slow because of new formatters for each call: they bypass the contract cache of Json.NET, "
                + "and shared formatters do not",
            PublishedResult.StatementWithoutRatio, MeasureCauseOfSlownessAsync),
        new Claim("A7", "The load tool has the features of SuperBenchmarker 0.4", PublishedResult.StatementWithoutRatio,
            context => TestRun.MeasureAsync(context, "Load.Tests", "*")),
        new Claim("A8",
            "The metrics have four counters for each host: total calls, mean time, last time and calls per second",
            PublishedResult.StatementWithoutRatio, CheckCallCountersAsync),
        new Claim("A9",
            "Cancelling a call of HttpClient closes its connection; cancelling a call of WebClient never does",
            PublishedResult.StatementWithoutRatio,
            context => TestRun.MeasureAsync(context, "EndToEnd.Tests", "*CancelledCallTests"),
            new VerdictReason(Verdict.Holds, "over HTTP/1.1, the client closes the connection with a FIN, and a reset "
                + "follows only if the server sends more data; over HTTP/2, only the stream ends and the connection "
                + "stays")),
    ]);

    private static async Task<Measurement> CompareTimeAsync(MeasurementContext context, string method, string baseline)
    {
        var ratio = (await context.RunBenchmarksAsync(BenchmarkClass)).GetTimeRatio(method, baseline);
        return new Measurement { Ratio = ratio, SourceNumbers = "ratio of the median times" };
    }

    // JsonConvert with a new contract resolver for each call is as slow as ReadAsAsync was in 2014, and ReadAsAsync
    // with shared formatters is as fast as JsonConvert. Together, these two results explain the whole difference.
    private static async Task<Measurement> MeasureCauseOfSlownessAsync(MeasurementContext context)
    {
        var report = await context.RunBenchmarksAsync(BenchmarkClass);
        var newResolver = report.GetTimeRatio("JsonConvertNewResolver", "ReadAsAsync2014").Value;
        var shared = report.GetTimeRatio("ReadAsAsyncShared", "StringJsonConvert").Value;
        return new Measurement
        {
            Confirmed = newResolver is > 0.5 and < 2 && shared is > 0.5 and < 2,
            SourceNumbers = "time of JsonConvert with a new contract resolver, relative to ReadAsAsync as in 2014: "
                + $"{SignificantDigits.FormatRatio(newResolver)}; time of ReadAsAsync with shared formatters, "
                + $"relative to a string and JsonConvert: {SignificantDigits.FormatRatio(shared)}",
        };
    }

    // The claim about the four call counters holds if the front-end records as many calls as the back-end answers, and
    // if the Prometheus rules that compute the counters pass their tests.
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
            Confirmed = recorded > 0 && recorded == answered && await context.RunWithLogFileAsync(rules, "rules") is 0,
            SourceNumbers =
                $"{recorded} of {answered} calls were recorded; the Prometheus rules that compute the four counters "
                    + "pass their tests",
        };
    }

    private static async Task<Measurement> CompareThroughputAsync(
        MeasurementContext context, string strategy, string baseline) =>
        ComparisonReader.ReadThroughput(await CompareAsync(context, strategy, baseline));

    // Each strategy is loaded in a separate front-end, because a process pools connections only for the blocking or
    // only for the asynchronous WebClient.
    private static Task<LoadResult> CompareAsync(MeasurementContext context, string strategy, string baseline) =>
        context.CompareAsync($"{strategy}-against-{baseline}", null, async () =>
        {
            var backend = await context.GetBackendAsync();
            var first = await context.Environment.StartFrontendAsync(backend);
            var second = await context.Environment.StartFrontendAsync(backend);
            return
            [
                ("--url", RequestUrls.GetRandomCustomerUrl(first)), ("--baseline", baseline),
                ("--vary", $"strategy={baseline},{strategy}@{RequestUrls.FormatBaseUrl(second)}"),
                ("--monitor", $"back-end={backend}"),
            ];
        }, Rounds);
}
