namespace Studies.Claims.Catalog;

/// <summary>Measures the claims of Reis, 2021, about HttpCompletionOption.ResponseHeadersRead.</summary>
internal static class Reis2021Claims
{
    private const string BufferingBenchmark = "ResponseBuffering";

    public static IReadOnlyDictionary<string, MeasureClaim> Methods { get; } = new Dictionary<string, MeasureClaim>
    {
        ["C1"] = async (context, claim) => Measurement.FromMetric(
            LedgerEntry.Ratio, await CompareAllocationAsync(context, claim, "HeadersRead"),
            "bytes allocated with ResponseContentRead, against ResponseHeadersRead"),
        ["C1b"] = async (context, claim) => Measurement.FromMetric(
            LedgerEntry.Ratio, await CompareAllocationAsync(context, claim, "GetStream"),
            "bytes allocated with ResponseContentRead, against GetStreamAsync"),
        ["C3"] = (context, _) => TestRun.MeasureAsync(context, "FrontendApi.Tests", "*HeldConnection*"),
        ["C4"] = async (context, claim) => new Measurement
        {
            Metrics = new Dictionary<string, Metric>
            {
                ["ratio_40_kb"] = await CompareFailedBodiesAsync(context, claim, 40_000),
                ["ratio_4_mb"] = await CompareFailedBodiesAsync(context, claim, 4_000_000),
            },
            Figures = "time if the body of an error response is read, relative to not reading it",
        },
    };

    private static Task<Metric> CompareAllocationAsync(MeasurementContext context, Claim claim, string baseline) =>
        context.RepeatAsync(claim.File.Design!, async start =>
            (await context.RunBenchmarksAsync(BufferingBenchmark, start, "Bytes: 400000"))
                .GetAllocationRatio("Buffered", baseline, "Bytes=400000"));

    private static Task<Metric> CompareFailedBodiesAsync(MeasurementContext context, Claim claim, int bytes) =>
        context.RepeatAsync(claim.File.Design!, async start =>
            (await context.RunBenchmarksAsync("FailedBodies", start))
                .GetTimeRatio("Read", "NotRead", $"Bytes={bytes}"));
}
