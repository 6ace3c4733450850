using Studies.Claims.Sources;

namespace Studies.Claims.Catalog;

/// <summary>The claims of Reis, 2021, about HttpCompletionOption.ResponseHeadersRead.</summary>
internal static class Reis2021Claims
{
    private const string BufferingBenchmark = "ResponseBuffering";
    private const double MinClearTimeRatio = 1.1;

    public static PublicationClaims PublishedClaims { get; } = new(Reis2021.Publication,
    [
        new Claim("C1",
            "Allocation per call with ResponseContentRead, relative to ResponseHeadersRead: documents of 400 kB, "
                + "each garbage collector",
            Reis2021.AllocationRatio,
            async context => new Measurement
            {
                Ratio = (await context.RunBenchmarksAsync(BufferingBenchmark)).GetAllocationRatio(
                    "Buffered", "HeadersRead", Parameters(400_000)),
                SourceNumbers = "bytes allocated with ResponseContentRead, against ResponseHeadersRead",
            }),
        new Claim("C2",
            "Neither ResponseContentRead nor ResponseHeadersRead is always faster: documents of 40 and 400 kB, each "
                + "garbage collector",
            PublishedResult.StatementWithoutRatio,
            async context => DecideWinner(await GetTimesAsync(context, 40_000), await GetTimesAsync(context, 400_000))),
        new Claim("C3", "A response that is read with ResponseHeadersRead keeps its connection until it is disposed",
            PublishedResult.StatementWithoutRatio,
            context => TestRun.MeasureAsync(context, "FrontendApi.Tests", "*HeldConnection*")),
        new Claim("C4",
            "The body of an error response need not be read, and not reading it saves time: bodies of 4 MB",
            PublishedResult.StatementWithoutRatio,
            async context =>
            {
                var ratio = (await context.RunBenchmarksAsync("FailedBodies")).GetTimeRatio(
                    "Read", "NotRead", Parameters(4_000_000));
                return new Measurement
                {
                    Confirmed = ratio.Lo > 1,
                    SourceNumbers = "time if the body of an error response is read, relative to not reading it: "
                        + SignificantDigits.FormatRatio(ratio.Value),
                };
            }),
    ]);

    /// <summary>
    /// Decides whether neither of two methods is faster. The statement is refuted if one method is faster with every
    /// garbage collector by at least 10 %. It is undecided if one method is faster with every garbage collector, but by
    /// less.
    /// </summary>
    /// <exception cref="ArgumentException">No times are given.</exception>
    public static Measurement DecideWinner(params (string Document, RatioEstimate Ratio)[] times) => times is []
        ? throw new ArgumentException("At least one ratio of times is required.", nameof(times))
        : new Measurement
        {
            Confirmed = !times.Any(time => HasWinner(time.Ratio, MinClearTimeRatio)),
            Inconclusive = times.Any(time => HasWinner(time.Ratio, 1))
                && !times.Any(time => HasWinner(time.Ratio, MinClearTimeRatio)),
            SourceNumbers = "time with ResponseContentRead, relative to ResponseHeadersRead: "
                + string.Join("; ", times.Select(time =>
                    $"{SignificantDigits.Format(time.Ratio.Lo)} to {SignificantDigits.Format(time.Ratio.Hi)} for "
                    + time.Document)),
        };

    private static async Task<(
        string Document, RatioEstimate Ratio)> GetTimesAsync(MeasurementContext context, int bytes)
    {
        var report = await context.RunBenchmarksAsync(BufferingBenchmark);
        return ($"{bytes} bytes", report.GetTimeRatio("Buffered", "HeadersRead", Parameters(bytes)));
    }

    private static bool HasWinner(RatioEstimate ratio, double difference) =>
        ratio.Lo > difference || ratio.Hi < 1 / difference;

    private static string Parameters(int bytes) => $"Bytes={bytes}";
}
