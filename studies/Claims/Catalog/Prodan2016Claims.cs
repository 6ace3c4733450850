using static Studies.Claims.Catalog.IngestionVariant;
using static Studies.Claims.Catalog.Prodan2016Measurements;

namespace Studies.Claims.Catalog;

/// <summary>Measures the claims of Prodan, 2016, about ASP.NET Core compared with Go.</summary>
internal static class Prodan2016Claims
{
    private const int HighConnectionCount = 300;

    public static IReadOnlyDictionary<string, MeasureClaim> Methods { get; } = new Dictionary<string, MeasureClaim>
    {
        ["B2"] = (context, claim) => CompareThroughputAsync(context, claim, ClientPerRequest, SharedClient),
        ["B2p"] = (context, claim) => CompareWithAbAsync(context, claim, ClientPerRequest, SharedClient),
        ["B4"] = (context, claim) => CompareThroughputAsync(context, claim, SharedClient, BackendOnly),
        ["B5"] = (context, claim) => CompareThroughputAsync(context, claim, SharedClient, GoServices),
        ["B5c"] = (context, claim) => CompareThroughputAsync(context, claim, SharedClient, GoWithEqualMemory),
        ["B6"] = (context, claim) =>
            CompareThroughputAsync(context, claim, SharedClient, GoServices, HighConnectionCount),
        ["B6c"] = (context, claim) =>
            CompareThroughputAsync(context, claim, SharedClient, GoWithEqualMemory, HighConnectionCount),
        ["B7"] = (context, claim) => CompareMemoryAsync(
            context, claim, GoServices, ClientPerRequest, variant => variant.Target.WorkingSetMb),
        ["B7b"] = (context, claim) => CompareMemoryAsync(
            context, claim, GoServices, SharedClient, variant => variant.Target.WorkingSetMb),
        ["B7c"] = (context, claim) => CompareMemoryAsync(
            context, claim, GoServices, ClientPerRequest, variant => variant.Target.WorkingSetAfterMb),
        ["B7d"] = (context, claim) => CompareMemoryAsync(
            context, claim, GoServices, ClientPerRequest, variant => variant.Backend.WorkingSetMb),
        ["B7e"] = (context, claim) =>
            CompareCpuAsync(context, claim, GoServices, ClientPerRequest, Prodan2016.ClientPerRequestRate),
        ["B7f"] = (context, claim) => CompareMemoryAsync(
            context, claim, GoServices, ClientPerRequest, variant => variant.Backend.WorkingSetAfterMb),
        ["B9"] = (context, _) => MeasurePortExhaustionAsync(context),
        ["B9b"] = (context, _) => MeasureGoPortExhaustionAsync(context),
        ["B10"] = (context, claim) => MeasureDipsAsync(context, claim, GoServices, SharedClient),
        ["B11"] = (context, _) => CheckMetricsAsync(context),
    };
}
