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
    private const int Pairs = 5;

    public static Source Source { get; } = new(Sedlaczek2014.Publication,
    [
        new Claim("D1", "Blocking, with the pool capped at 200 threads, requests fail in bursts of 1,000 and more",
            PublishedResult.Qualitative, async context =>
            {
                var burst = await context.BurstAsync(BurstSeries.BlockingCapped, 1000);
                return new Measurement
                {
                    Confirmed = burst.Errors > 0,
                    Figures =
                        $"{burst.Errors} of 1 000 failed within 100 s, {SignificantDigits.Format(burst.Rps)} req/s",
                };
            }),
        new Claim("D2", "Asynchronous against blocking, with the pool capped at 200 threads: bursts of 500",
            Sedlaczek2014.Capped,
            context => CompareAsync(context, BurstSeries.AsyncCapped, BurstSeries.BlockingCapped, 500),
            new Reason(Verdict.Differs,
                "async serves a whole burst at the same time, so that the ratio grows with the burst")),
        new Claim("D2b", "Asynchronous, with the pool capped at 200 threads, no request fails in bursts of up to 3,000",
            PublishedResult.Qualitative, async context =>
            {
                var burst = await context.BurstAsync(BurstSeries.AsyncCapped, 3000);
                return new Measurement
                {
                    Confirmed = burst.Errors == 0,
                    Figures = $"{burst.Errors} of 3 000 failed, {SignificantDigits.Format(burst.Rps)} req/s",
                };
            }),
        new Claim("D3", "A thread costs about 1 MB", Sedlaczek2014.ThreadMemory, MeasureMemoryAsync,
            new Reason(Verdict.NoLongerHolds,
                "a thread's stack is address space, and only the part that was used takes memory")),
        new Claim("D4", "Asynchronous against blocking, where the host does not limit the threads: bursts of 100",
            Sedlaczek2014.Unlimited, async context =>
            {
                var measured =
                    await CompareAsync(context, BurstSeries.AsyncDefault, BurstSeries.BlockingUnlimited, 100);
                return measured with { Ratio = null, Confirmed = measured.Ratio!.Value is > 0.9 and < 1.1 };
            }),
        new Claim("D4b", "Asynchronous against blocking, where the host does not limit the threads: bursts of 1,000",
            Sedlaczek2014.LargeBurst, ComparePairsAsync),
    ]);

    // A burst is a single event, however long it takes, and therefore has no interval.
    private static async Task<Measurement> CompareAsync(
        MeasurementContext context, BurstSeries series, BurstSeries baseline, int size)
    {
        var (one, other) = (await context.BurstAsync(series, size), await context.BurstAsync(baseline, size));
        return new Measurement
        {
            Ratio = Estimate.FromExact(one.Rps / other.Rps),
            Figures = $"{SignificantDigits.Format(one.Rps)} req/s, against {SignificantDigits.Format(other.Rps)}",
        };
    }

    // The burst is repeated, because opening a thousand connections sometimes takes 1 s longer: the time after which a
    // lost SYN segment is sent again.
    private static async Task<Measurement> ComparePairsAsync(MeasurementContext context)
    {
        var ratios = new List<double>();
        for (var pair = 1; pair <= Pairs; pair++)
        {
            var one = await context.BurstAsync(BurstSeries.AsyncDefault, 1000, pair);
            var other = await context.BurstAsync(BurstSeries.BlockingUnlimited, 1000, pair);
            ratios.Add(one.Rps / other.Rps);
        }

        return new Measurement
        {
            Ratio = new Estimate(Figures.Median(ratios), ratios.Min(), ratios.Max()),
            Figures = $"the median of {Pairs} pairs, the lowest and the highest",
        };
    }

    private static async Task<Measurement> MeasureMemoryAsync(MeasurementContext context) =>
        await ThreadMemory.MeasureAsync(context.Environment, context.Load, context.GetFolder("threads")) is { } memory
            ? new Measurement
            {
                Confirmed = memory.Anonymous is > Megabyte / 2 and < Megabyte * 2,
                Figures = $"{SignificantDigits.Format(memory.Anonymous / 1e3)} kB of anonymous memory and "
                    + $"{SignificantDigits.Format(memory.Reserved / 1e6)} MB of address space for each of "
                    + $"{memory.Threads} threads",
            }
            : Measurement.NotMeasured("there is no /proc here");
}
