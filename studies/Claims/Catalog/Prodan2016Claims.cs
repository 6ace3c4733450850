using Studies.Claims.Sources;
using Studies.Studies.Containers;
using static Studies.Claims.Catalog.IngestionVariant;
using static Studies.Claims.Catalog.Prodan2016Measurements;

namespace Studies.Claims.Catalog;

/// <summary>The claims of Prodan, 2016, about ASP.NET Core compared with Go.</summary>
internal static class Prodan2016Claims
{
    private const int ManyConnections = 300;

    private const string OldGo = "this Go is Debian's, 1.19 of 2022, and this .NET of 2025";

    public static Source Source { get; } = new(Prodan2016.Publication,
    [
        new Claim("B1", "A new HttpClient for each call, blocking", Prodan2016.ClientPerRequest,
            async context => ComparisonReader.ReadBaseline(await CompareAsync(context, PerRequest, Shared))),
        new Claim("B2", "One HttpClient for all calls, asynchronous, against B1", Prodan2016.SharedClient,
            context => CompareThroughputAsync(context, PerRequest, Shared)),
        new Claim("B3", "Three front-ends behind a balancer against one (here each has 0.15 of a core)",
            Prodan2016.ThreeFrontends,
            context => ScaleOutAsync(context, ScaleOutLanguage.Net)),
        new Claim("B4", "The back-end alone against B2", Prodan2016.Backend,
            context => CompareThroughputAsync(context, Shared, Backend)),
        new Claim("B5", "Go against B2", Prodan2016.Go, context => CompareThroughputAsync(context, Shared, Go),
            new Reason(Verdict.NoLongerHolds, OldGo)),
        new Claim("B5b", "Three front-ends in Go against one, as in B3", Prodan2016.ThreeGoFrontends,
            context => ScaleOutAsync(context, ScaleOutLanguage.Go)),
        new Claim("B6", $"Go against B2 with {ManyConnections} connections", Prodan2016.GoAt300,
            context => CompareThroughputAsync(context, Shared, Go, ManyConnections),
            new Reason(Verdict.NoLongerHolds, $"{OldGo}; Go's client also keeps 100 connections, as the source's did, "
                + "and opens new ones for the other calls")),
        new Claim("B7", "Working set of the ASP.NET Core front-end under load against Go's", Prodan2016.Memory,
            async context => RequireGo(Go) ?? ComparisonReader.ReadLevel(
                await CompareAsync(context, Go, Shared), usage => usage.WorkingSetMb, "MB")),
        new Claim(
            "B8", "Anonymous memory of the front-end with Server GC against Workstation GC", Prodan2016.ServerCollector,
            async context => ComparisonReader.ReadLevel(
                await CompareAsync(context, Workstation, Server), usage => usage.AnonymousMb, "MB"),
            new Reason(Verdict.Differs, "Server GC has one heap for each core, and this machine has few")),
        new Claim("B9", "After some tens of thousands of requests with 100 connections every call of the client fails",
            PublishedResult.Qualitative, ExhaustAsync,
            new Reason(Verdict.NoLongerHolds, "one client keeps its connections, and no port is used up")),
        new Claim("B10",
            $"Throughput drops at times, and Go's does not: the lowest tenth of {Slices} slices of 2 s by their "
                + "median, against Go's",
            Prodan2016.Fluctuation, CompareLowestAsync),
        new Claim("B11",
            "Metrics show the rate, latency, CPU, memory and network traffic of a service, and have its disk traffic",
            PublishedResult.Qualitative, ReadMetricsAsync),
    ]);
}
