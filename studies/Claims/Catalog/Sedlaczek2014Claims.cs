using Studies.Claims.Criteria;
using Studies.Claims.Files;
using Studies.Hosting;
using Studies.LoadTool;
using Studies.Studies;

namespace Studies.Claims.Catalog;

/// <summary>
/// Measures the claims of Sedlaczek, 2014, about slow operations that block a thread, compared with asynchronous ones.
/// </summary>
internal static class Sedlaczek2014Claims
{
    public static IReadOnlyDictionary<string, MeasureClaim> Methods { get; } = new Dictionary<string, MeasureClaim>
    {
        ["D1"] = async (context, _) => ReadFailures(
            await context.RunBurstAsync(BurstSeries.BlockingWithCappedPool, 1000)),
        ["D2"] = (context, claim) => CompareAsync(
            context, claim, BurstSeries.AsyncWithCappedPool, BurstSeries.BlockingWithCappedPool, 500),
        ["D2p"] = (context, claim) => CompareAsync(context, claim, 400, context.RunBurstOf2014Async,
            BurstSeries.AsyncWithCappedPool, BurstSeries.BlockingWithCappedPool),
        ["D2b"] = async (context, _) => ReadFailures(await context.RunBurstAsync(BurstSeries.AsyncWithCappedPool, 3000)),
        ["D3"] = MeasureMemoryAsync,
        ["D4"] = (context, claim) => CompareAsync(
            context, claim, BurstSeries.AsyncWithDefaultPool, BurstSeries.BlockingWithUnlimitedPool, 100),
        ["D4b"] = (context, claim) => CompareAsync(
            context, claim, BurstSeries.AsyncWithDefaultPool, BurstSeries.BlockingWithUnlimitedPool, 1000),
        ["D7"] = async (context, claim) => Measurement.FromMetric(
            "minutes", await SumMinutesAsync(context, claim, BurstSeries.BlockingWithCappedPool, 500),
            "one burst after the other"),
        ["D8"] = async (context, claim) => new Measurement
        {
            Metrics = new Dictionary<string, Metric>
            {
                ["minutes_400"] = await SumMinutesAsync(context, claim, BurstSeries.AsyncWithCappedPool, 400),
                ["minutes_1000"] = await SumMinutesAsync(context, claim, BurstSeries.AsyncWithCappedPool, 1000),
            },
            Figures = "one burst after the other",
        },
    };

    /// <summary>Reads how many requests of a burst failed.</summary>
    public static Measurement ReadFailures(BurstResult burst) => Measurement.FromMetric(
        "failed", Metric.Exact(burst.Errors),
        $"{burst.Errors} of {burst.Requests} requests failed (timeout {BurstSeries.Timeout}), "
            + $"{SignificantDigits.Format(burst.Rps)} req/s");

    private static Task<Measurement> CompareAsync(
        MeasurementContext context, Claim claim, BurstSeries series, BurstSeries baseline, int size) =>
        CompareAsync(context, claim, size, context.RunBurstAsync, series, baseline);

    private static async Task<Measurement> CompareAsync(
        MeasurementContext context, Claim claim, int size, Func<BurstSeries, int, int, Task<BurstResult>> sendAsync,
        BurstSeries series, BurstSeries baseline)
    {
        var figures = "";
        var ratio = await context.RepeatAsync(claim.File.Design!, async start =>
        {
            var one = await sendAsync(series, size, start);
            var other = await sendAsync(baseline, size, start);
            if (one.Rps <= 0 || other.Rps <= 0)
                throw new StudyException("no request of a burst succeeded");
            figures = $"in the last start {SignificantDigits.Format(one.Rps)} req/s, against "
                + SignificantDigits.Format(other.Rps);
            return one.Rps / other.Rps;
        });
        return Measurement.FromMetric(LedgerEntry.Ratio, ratio, figures);
    }

    private static Task<Metric> SumMinutesAsync(
        MeasurementContext context, Claim claim, BurstSeries series, int largest) =>
        context.RepeatAsync(claim.File.Design!, async start =>
        {
            var seconds = 0.0;
            foreach (var size in BurstSeries.Sizes.Where(size => size <= largest))
            {
                var burst = await context.RunBurstAsync(series, size, start);
                seconds += burst.Rps > 0
                    ? burst.DurationS
                    : throw new StudyException($"No request of the burst of {size} was answered.");
            }

            return seconds / 60;
        });

    private static async Task<Measurement> MeasureMemoryAsync(MeasurementContext context, Claim claim)
    {
        if (!OperatingSystem.IsLinux())
            return Measurement.NotMeasured("this system has no /proc");
        var figures = "";
        var memory = await context.RepeatAsync(claim.File.Design!, async start =>
        {
            var one = await ThreadMemory.MeasureAsync(
                context.Environment, context.LoadRunner, context.GetFolder($"threads-{start}"));
            figures = $"{SignificantDigits.Format(one!.Reserved / 1e6)} MB of address space for each of {one.Threads} "
                + "threads";
            return one.Anonymous / 1e3;
        });
        return Measurement.FromMetric("anonymous_kb", memory, figures);
    }
}
