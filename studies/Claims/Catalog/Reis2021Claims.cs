using Studies.Claims.Sources;

namespace Studies.Claims.Catalog;

/// <summary>The claims of Reis, 2021, about HttpCompletionOption.ResponseHeadersRead.</summary>
internal static class Reis2021Claims
{
    private const string Buffering = "ResponseBuffering";
    private const double ClearDifference = 1.1;

    public static Source Source { get; } = new(Reis2021.Publication,
    [
        new Claim(
            "C1", "Allocation for each call, buffered against headers first: 400 kB, by collector", Reis2021.Allocation,
            async context => new Measurement
            {
                Ratio = (await context.BenchmarkAsync(Buffering)).GetAllocationRatio(
                    "Buffered", "HeadersRead", Parameters(400_000)),
                Figures = "allocated by ResponseContentRead, against ResponseHeadersRead",
            }),
        new Claim("C2", "Mean time has no stable winner: 40 and 400 kB, by collector", PublishedResult.Qualitative,
            async context => DecideWinner(await GetTimesAsync(context, 40_000), await GetTimesAsync(context, 400_000))),
        new Claim("C3", "A response that is read headers first keeps its connection until it is disposed",
            PublishedResult.Qualitative,
            context => TestRun.MeasureAsync(context, "FrontendApi.Tests", "*HeldConnection*")),
        new Claim("C4", "A failure's body need not be read, and not reading it saves its time: 4 MB",
            PublishedResult.Qualitative,
            async context =>
            {
                var ratio = (await context.BenchmarkAsync("FailedBodies")).GetTimeRatio(
                    "Read", "NotRead", Parameters(4_000_000));
                return new Measurement
                {
                    Confirmed = ratio.Lo > 1,
                    Figures = "time to read the body of a failure, against not reading it: "
                        + SignificantDigits.FormatRatio(ratio.Value),
                };
            }),
    ]);

    /// <summary>
    /// Decides whether neither of two methods is faster. A method is faster if it is so with every garbage collector.
    /// The statement is refuted if a method is faster by at least 10 %, and undecided if it is faster by less.
    /// </summary>
    /// <exception cref="ArgumentException">No times are given.</exception>
    public static Measurement DecideWinner(params (string Document, Estimate Ratio)[] times) => times is []
        ? throw new ArgumentException("There are no times to decide on.", nameof(times))
        : new Measurement
        {
            Confirmed = !times.Any(time => HasWinner(time.Ratio, ClearDifference)),
            Inconclusive = times.Any(time => HasWinner(time.Ratio, 1))
                && !times.Any(time => HasWinner(time.Ratio, ClearDifference)),
            Figures = string.Join("; ", times.Select(time =>
                $"{time.Document} {SignificantDigits.Format(time.Ratio.Lo)} to "
                + SignificantDigits.Format(time.Ratio.Hi))),
        };

    private static async Task<(string Document, Estimate Ratio)> GetTimesAsync(MeasurementContext context, int bytes)
    {
        var report = await context.BenchmarkAsync(Buffering);
        return ($"{bytes} bytes", report.GetTimeRatio("Buffered", "HeadersRead", Parameters(bytes)));
    }

    private static bool HasWinner(Estimate ratio, double difference) =>
        ratio.Lo > difference || ratio.Hi < 1 / difference;

    private static string Parameters(int bytes) => $"Bytes={bytes}";
}
