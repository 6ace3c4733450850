using Studies.Claims.Sources;
using Studies.Studies.Containers;
using static Studies.Claims.Catalog.IngestionVariant;
using static Studies.Claims.Catalog.Prodan2016Measurements;

namespace Studies.Claims.Catalog;

/// <summary>The claims of Prodan, 2016, about ASP.NET Core compared with Go.</summary>
internal static class Prodan2016Claims
{
    private const int HighConnectionCount = 300;

    private const string OldGoVersionNote =
        "the measured Go is version 1.19 of 2022 (from Debian), and the measured .NET is of 2025";

    public static PublicationClaims PublishedClaims { get; } = new(Prodan2016.Publication,
    [
        new Claim("B1", "Throughput of blocking calls, with a new HttpClient for each", Prodan2016.ClientPerRequest,
            async context => ComparisonReader.ReadBaseline(
                await CompareAsync(context, ClientPerRequest, SharedClient))),
        new Claim("B2",
            "Throughput of asynchronous calls with one shared HttpClient, relative to blocking calls with new ones "
                + "(B1)",
            Prodan2016.SharedClient,
            context => CompareThroughputAsync(context, ClientPerRequest, SharedClient)),
        new Claim("B3",
            "Throughput of three front-ends behind a load balancer, relative to one (here, each has 0.15 of a core)",
            Prodan2016.ThreeFrontendsThroughput,
            context => ScaleOutAsync(context, ScaleOutLanguage.Dotnet)),
        new Claim("B4",
            "Throughput of the back-end alone, relative to a front-end with one shared HttpClient (B2)",
            Prodan2016.BackendOnly,
            context => CompareThroughputAsync(context, SharedClient, BackendOnly)),
        new Claim("B5",
            "Throughput of the front-end in Go, relative to ASP.NET Core with one shared HttpClient (B2)",
            Prodan2016.GoServices, context => CompareThroughputAsync(context, SharedClient, GoServices),
            new VerdictReason(Verdict.NoLongerHolds, OldGoVersionNote)),
        new Claim("B5b",
            "Throughput of three front-ends in Go behind a load balancer, relative to one (measured like B3)",
            Prodan2016.ThreeGoFrontendsThroughput,
            context => ScaleOutAsync(context, ScaleOutLanguage.Go)),
        new Claim("B6",
            $"Throughput of the front-end in Go with {HighConnectionCount} connections, relative to ASP.NET Core with one "
                + "shared HttpClient (B2)",
            Prodan2016.GoWith300Connections,
            context => CompareThroughputAsync(context, SharedClient, GoServices, HighConnectionCount),
            new VerdictReason(Verdict.NoLongerHolds, $"{OldGoVersionNote}; the client in Go keeps at most 100 idle connections, as in "
                + "the publication, and opens new ones for the other calls")),
        new Claim("B7", "Working set of the ASP.NET Core front-end under load, relative to Go", Prodan2016.FrontendMemoryRatio,
            async context => RequireGo(GoServices) ?? ComparisonReader.ReadPeakResourceRatio(
                await CompareAsync(context, GoServices, SharedClient), usage => usage.WorkingSetMb, "MB")),
        new Claim("B8", "Anonymous memory of the front-end with Server GC, relative to Workstation GC",
            Prodan2016.ServerGcMemory,
            async context => ComparisonReader.ReadPeakResourceRatio(
                await CompareAsync(context, WorkstationGc, ServerGc), usage => usage.AnonymousMb, "MB"),
            new VerdictReason(Verdict.Differs, "Server GC has one heap for each core, and this machine has few")),
        new Claim("B9",
            "After some tens of thousands of requests with 100 connections, every call of the HTTP client fails",
            PublishedResult.StatementWithoutRatio, MeasurePortExhaustionAsync,
            new VerdictReason(
                Verdict.NoLongerHolds, "a shared client keeps its connections, so that the ports are not used up")),
        new Claim("B10",
            $"Throughput drops from time to time, and that of Go does not: the lowest tenth of {LongRunRounds} trials of 2 s, "
                + "divided by their median, relative to Go",
            Prodan2016.ThroughputFluctuation, CompareLowestThroughputAsync),
        new Claim("B11",
            "Metrics show the rate, latency, CPU, memory and network traffic of a service, and include its disk "
                + "traffic",
            PublishedResult.StatementWithoutRatio, ReadMetricsAsync),
    ]);
}
