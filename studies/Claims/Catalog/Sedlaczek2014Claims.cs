namespace Studies.Claims.Catalog;

/// <summary>Measures the claims of Sedlaczek, 2014, about slow operations that block a thread.</summary>
internal static class Sedlaczek2014Claims
{
    /// <summary>The iterations of a hash that a CPU-bound operation computes. They take some milliseconds.</summary>
    private const int HashIterations = 20_000;

    public static IReadOnlyDictionary<string, MeasureClaim> Methods { get; } = new Dictionary<string, MeasureClaim>
    {
        ["D1"] = async (context, _) => ReadFailures(
            await context.RunBurstAsync(BurstSeries.BlockingWithCappedPool, 1000)),
        ["D2"] = (context, claim) => CompareAsync(
            context, claim, BurstSeries.AsyncWithCappedPool, BurstSeries.BlockingWithCappedPool, 500),
        ["D2p"] = (context, claim) => CompareAsync(context, claim, 400, context.RunBurstOf2014Async,
            BurstSeries.AsyncWithCappedPool, BurstSeries.BlockingWithCappedPool, burst => burst.Rps, "req/s"),
        ["D2b"] = async (context, _) => ReadFailures(await context.RunBurstAsync(BurstSeries.AsyncWithCappedPool, 3000)),
        ["D3"] = MeasureMemoryAsync,
        ["D4"] = (context, claim) => CompareAsync(
            context, claim, BurstSeries.AsyncWithDefaultPool, BurstSeries.BlockingWithUnlimitedPool, 100),
        ["D4b"] = (context, claim) => CompareAsync(
            context, claim, BurstSeries.AsyncWithDefaultPool, BurstSeries.BlockingWithUnlimitedPool, 1000),
        ["D4c"] = (context, claim) => CompareAsync(
            context, claim, 1000, context.RunBurstAsync, BurstSeries.AsyncWithDefaultPool,
            BurstSeries.BlockingWithUnlimitedPool, GetMedianSeconds, "s"),
        ["D4d"] = (context, _) => CountFailuresAsync(context),
        ["D5"] = CompareComputationAsync,
    };

    public static Measurement ReadFailures(BurstResult burst) => Measurement.FromMetric(
        "failed", Metric.Exact(burst.Errors),
        $"{burst.Errors} of {burst.Requests} requests failed (timeout {BurstSeries.Timeout}), "
            + $"{LedgerNumbers.Format(burst.Rps)} req/s");

    // Both operations compute the same hash, and wait for nothing.
    private static async Task<Measurement> CompareComputationAsync(MeasurementContext context, Claim claim) =>
        ComparisonReader.ReadThroughput(await context.CompareAsync(
            claim.File.Design!, "computation", null, async start =>
            {
                var variants = await StartOrder.StartAllAsync(
                    start.Number,
                    () => StartAsync(BurstSeries.BlockingWithCappedPool),
                    () => StartAsync(BurstSeries.AsyncWithCappedPool));
                return
                [
                    ("--url", variants[0].Url), ("--vary", VariantDefinition.Format(variants)),
                    ("--baseline", variants[0].Name), ("--connections", "50"),
                ];

                async Task<VariantDefinition> StartAsync(BurstSeries series) => new(
                    series.Kind,
                    $"{(await series.StartBackendAsync(start.Environment)).Operation}0&hashes={HashIterations}");
            }));

    private static Task<Measurement> CompareAsync(
        MeasurementContext context, Claim claim, BurstSeries series, BurstSeries baseline, int size) =>
        CompareAsync(
            context, claim, size, context.RunBurstAsync, series, baseline, burst => burst.Rps, "req/s");

    private static async Task<Measurement> CompareAsync(
        MeasurementContext context, Claim claim, int size, Func<BurstSeries, int, int, Task<BurstResult>> sendAsync,
        BurstSeries series, BurstSeries baseline, Func<BurstResult, double> figure, string unit)
    {
        var figures = "";
        var ratio = await context.RepeatAsync(claim.File.Design!, async start =>
        {
            var (first, second) = (await sendAsync(series, size, start), await sendAsync(baseline, size, start));
            if (first.Rps <= 0 || second.Rps <= 0)
                throw new StudyException("no request of a burst succeeded");
            var (one, other) = (figure(first), figure(second));
            figures = $"in the last start {LedgerNumbers.Format(one)} {unit}, against "
                + LedgerNumbers.Format(other);
            return one / other;
        });
        return Measurement.FromMetric(LedgerEntry.Ratio, ratio, figures);
    }

    private static double GetMedianSeconds(BurstResult burst) =>
        burst.P50 / 1000 ?? throw new StudyException("a burst has no median response time");

    private static async Task<Measurement> CountFailuresAsync(MeasurementContext context)
    {
        var (failed, sent) = (0L, 0L);
        foreach (var series in new[] { BurstSeries.AsyncWithDefaultPool, BurstSeries.BlockingWithUnlimitedPool })
        {
            foreach (var size in new[] { 100, 1000 })
            {
                var burst = await context.RunBurstAsync(series, size);
                (failed, sent) = (failed + burst.Errors, sent + burst.Requests);
            }
        }

        return Measurement.FromMetric("failed", Metric.Exact(failed), $"{failed} of {sent} requests failed");
    }

    private static async Task<Measurement> MeasureMemoryAsync(MeasurementContext context, Claim claim)
    {
        var figures = "";
        var memory = await context.RepeatAsync(claim.File.Design!, async start =>
        {
            var name = $"threads-{start}";
            var one = await context.MeasureOnceAsync(name, () => ThreadMemory.MeasureAsync(
                context.Environment, context.LoadRunner, context.GetFolder(name)))
                ?? throw new StudyException("this system has no /proc");
            figures = $"{LedgerNumbers.Format(one.Reserved / 1e6)} MB of address space for each of {one.Threads} "
                + "threads";
            return one.Anonymous / 1e3;
        });
        return Measurement.FromMetric("anonymous_kb", memory, figures);
    }
}
