using Studies.Claims.Sources;
using Studies.Commands;
using Studies.Studies;

namespace Studies.Claims.Catalog;

/// <summary>
/// The claims of Sedlaczek, 2014, about slow operations that block a thread, compared with asynchronous ones.
/// </summary>
internal static class Sedlaczek2014Claims
{
    private const int Megabyte = 1_000_000;
    private const int PairCount = 5;

    public static PublicationClaims PublishedClaims { get; } = new(Sedlaczek2014.Publication,
    [
        new Claim("D1",
            "With a blocking operation and at most 200 pool threads, requests fail in bursts of 1,000 and more",
            PublishedResult.StatementWithoutRatio, async context =>
            {
                var burst = await context.RunBurstAsync(BurstSeries.BlockingWithCappedPool, 1000);
                return new Measurement
                {
                    Confirmed = burst.Errors > 0,
                    SourceNumbers =
                        $"{burst.Errors} of 1 000 requests failed (timeout 100 s), "
                        + $"{SignificantDigits.Format(burst.Rps)} req/s",
                };
            }),
        new Claim("D2",
            "Throughput of an asynchronous operation, relative to a blocking one, with at most 200 pool threads: "
                + "bursts of 500",
            Sedlaczek2014.LimitedThreadPool,
            context => CompareAsync(context, BurstSeries.AsyncWithCappedPool, BurstSeries.BlockingWithCappedPool, 500),
            new VerdictReason(Verdict.Differs,
                "the asynchronous operation serves a whole burst at the same time, so that the ratio grows with the "
                + "size of the burst")),
        new Claim("D2b",
            "With an asynchronous operation and at most 200 pool threads, no request fails in bursts of up to 3,000",
            PublishedResult.StatementWithoutRatio, async context =>
            {
                var burst = await context.RunBurstAsync(BurstSeries.AsyncWithCappedPool, 3000);
                return new Measurement
                {
                    Confirmed = burst.Errors == 0,
                    SourceNumbers = $"{burst.Errors} of 3 000 requests failed, {SignificantDigits.Format(burst.Rps)} req/s",
                };
            }),
        new Claim("D3", "A thread costs about 1 MB of memory", Sedlaczek2014.ThreadMemory, MeasureMemoryAsync,
            new VerdictReason(Verdict.NoLongerHolds,
                "the stack of a thread reserves address space, and only the part that is used takes memory")),
        new Claim("D4",
            "Throughput of an asynchronous operation, relative to a blocking one, with no thread limit: bursts of 100",
            Sedlaczek2014.UnlimitedThreadPool, async context =>
            {
                var measured =
                    await CompareAsync(
                        context, BurstSeries.AsyncWithDefaultPool, BurstSeries.BlockingWithUnlimitedPool, 100);
                return measured with { Ratio = null, Confirmed = measured.Ratio!.Value is > 0.9 and < 1.1 };
            }),
        new Claim("D4b",
            "Throughput of an asynchronous operation, relative to a blocking one, with no thread limit: bursts of "
                + "1,000",
            Sedlaczek2014.LargeBurst, ComparePairsAsync),
    ]);

    // A burst of requests is a single event, however long it takes, and its throughput therefore has no interval.
    private static async Task<Measurement> CompareAsync(
        MeasurementContext context, BurstSeries series, BurstSeries baseline, int size)
    {
        var (one, other) = (await context.RunBurstAsync(series, size), await context.RunBurstAsync(baseline, size));
        return new Measurement
        {
            Ratio = RatioEstimate.FromExactValue(one.Rps / other.Rps),
            SourceNumbers = $"{SignificantDigits.Format(one.Rps)} req/s, against {SignificantDigits.Format(other.Rps)}",
        };
    }

    // The burst of requests is repeated, because opening a thousand connections sometimes takes 1 s longer: the time
    // after which a lost SYN segment is sent again.
    private static async Task<Measurement> ComparePairsAsync(MeasurementContext context)
    {
        var ratios = new List<double>();
        for (var pair = 1; pair <= PairCount; pair++)
        {
            var one = await context.RunBurstAsync(BurstSeries.AsyncWithDefaultPool, 1000, pair);
            var other = await context.RunBurstAsync(BurstSeries.BlockingWithUnlimitedPool, 1000, pair);
            ratios.Add(one.Rps / other.Rps);
        }

        return new Measurement
        {
            Ratio = new RatioEstimate(TableNumbers.Median(ratios), ratios.Min(), ratios.Max()),
            SourceNumbers = $"median, lowest and highest ratio of {PairCount} pairs of bursts",
        };
    }

    private static async Task<Measurement> MeasureMemoryAsync(MeasurementContext context) =>
        await ThreadMemory.MeasureAsync(context.Environment, context.LoadRunner, context.GetFolder("threads")) is { } memory
            ? new Measurement
            {
                Confirmed = memory.Anonymous is > Megabyte / 2 and < Megabyte * 2,
                SourceNumbers = $"{SignificantDigits.Format(memory.Anonymous / 1e3)} kB of anonymous memory and "
                    + $"{SignificantDigits.Format(memory.Reserved / 1e6)} MB of address space for each of "
                    + $"{memory.Threads} threads",
            }
            : Measurement.NotMeasured("the memory of threads is read on Linux only");
}
