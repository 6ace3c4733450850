
namespace Studies.Claims.Catalog;

internal static class Sedlaczek
{
    private const int Megabyte = 1_000_000;
    private const int Turns = 5;

    public static Source Source { get; } = new(
        "Sedlaczek, 2014",
        "Asynchronous WebAPI services, 2014",
        "a slow operation, blocking or not",
        [
            new Claim("D1", "blocking, the pool capped at 200: requests fail from bursts of 1 000 on", Then.Said, async lab =>
            {
                var burst = await lab.BurstAsync("sync-capped", 1000);
                return new Now { Shown = burst.Errors > 0, Figures = $"{burst.Errors} of 1 000 failed within 100 s, {Figures.Of(burst.Rate)} req/s" };
            }),
            new Claim("D2", "async against blocking, the pool capped at 200, bursts of 500", new Then(50 / 4.5, "50 req/s, against 4 to 5"),
                lab => OfBursts(lab, "async-capped", "sync-capped", 500),
                new Reason(Verdict.Differs, "async serves as many as come at once, so that the ratio grows with the burst")),
            new Claim("D2b", "and none fails, up to bursts of 3 000", Then.Said, async lab =>
            {
                var burst = await lab.BurstAsync("async-capped", 3000);
                return new Now { Shown = burst.Errors == 0, Figures = $"{burst.Errors} of 3 000 failed, {Figures.Of(burst.Rate)} req/s" };
            }),
            new Claim("D3", "a thread costs about 1 MB", new Then(null, "1 MB"), MemoryAsync,
                new Reason(Verdict.NoLongerHolds, "its stack is address space; of that, only what was touched is memory")),
            new Claim("D4", "async against blocking, where the host does not limit the threads: 100 at once", new Then(null, "48 req/s, against 47"), async lab =>
            {
                var now = await OfBursts(lab, "async-default", "sync-unlimited", 100);
                return now with { Ratio = null, Shown = now.Ratio!.Value is > 0.9 and < 1.1 };
            }),
            new Claim("D4b", "the same, 1 000 at once", new Then(99 / 65.0, "99 req/s, against 65"), lab => OfTurns(lab, "async-default", "sync-unlimited", 1000)),
        ]);

    // A burst is one event, however long: it has no interval.
    private static async Task<Now> OfBursts(Laboratory lab, string series, string against, int size)
    {
        var (one, other) = (await lab.BurstAsync(series, size), await lab.BurstAsync(against, size));
        return new Now
        {
            Ratio = Estimate.Exactly(one.Rate / other.Rate),
            Figures = $"{Figures.Of(one.Rate)} req/s, against {Figures.Of(other.Rate)}",
        };
    }

    // A thousand connections at once take a second more now and then, which is how late a repeated SYN comes.
    private static async Task<Now> OfTurns(Laboratory lab, string series, string against, int size)
    {
        var ratios = new List<double>();
        for (var turn = 1; turn <= Turns; turn++)
            ratios.Add((await lab.BurstAsync(series, size, turn)).Rate / (await lab.BurstAsync(against, size, turn)).Rate);
        ratios.Sort();
        return new Now
        {
            Ratio = new Estimate(ratios[Turns / 2], ratios[0], ratios[^1]),
            Figures = $"the median of {Turns} pairs, the lowest and the highest",
        };
    }

    private static async Task<Now> MemoryAsync(Laboratory lab) =>
        await ThreadMemory.MeasureAsync(lab.Tiers, lab.FolderOf("threads")) is { } memory
            ? new Now
            {
                Shown = memory.Anonymous is > Megabyte / 2 and < Megabyte * 2,
                Figures = $"{Figures.Of(memory.Anonymous / 1e3)} kB of its own, {Figures.Of(memory.Reserved / 1e6)} MB reserved, over {memory.Threads} threads",
            }
            : Now.NotMeasured("there is no /proc here");
}
