using Load.Tests.Judging;

namespace Load.Tests;

public sealed class LatencyHistogramTests
{
    private static readonly double[] Quantiles = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 1];

    [Fact]
    public void Record_KnownDistribution_QuantilesAreWithinOneInAThousandAndOthersExact()
    {
        var values = CreateSample(100_000);
        var histogram = CreateHistogram(values);

        Array.Sort(values);
        foreach (var quantile in Quantiles)
        {
            var exact = values[(int)Math.Ceiling(Math.Round(quantile * values.Length, 6)) - 1];
            ((double)histogram.GetValueAtQuantile(quantile)).ShouldBe(exact, exact * 0.001, $"p{quantile * 100}");
        }

        (histogram.Count, histogram.Min, histogram.Max).ShouldBe((values.Length, values[0], values[^1]));
        histogram.Mean.ShouldBe(values.Average(), 1e-6);
    }

    [Fact]
    public void Record_AnyNumberOfTimes_AllocatesNothing()
    {
        var histogram = new LatencyHistogram();

        // The first time, and now and then, the runtime itself allocates memory on the thread.
        Enumerable.Range(0, 10).Min(_ => MeasureAllocation()).ShouldBe(0);

        long MeasureAllocation()
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var i = 0L; i < 10_000; i++)
                histogram.Record(i * 1_000);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    [Fact]
    public void Add_TwoHistograms_EqualsHistogramOfAllValues()
    {
        long[] first = [.. Enumerable.Range(1, 5_000).Select(i => i * 7_000L)];
        var second = CreateSample(7_000);
        var merged = CreateHistogram(first);

        merged.Add(CreateHistogram(second));

        var whole = CreateHistogram([.. first, .. second]);
        merged.GetCounts().ShouldBe(whole.GetCounts());
        (merged.Count, merged.Mean, merged.Min, merged.Max)
            .ShouldBe((whole.Count, whole.Mean, whole.Min, whole.Max));
    }

    [Fact]
    public void Record_ValueAboveTheHighestTrackable_KeepsMaximumExact()
    {
        var histogram = CreateHistogram([1, long.MaxValue / 4]);

        (histogram.Max, histogram.GetValueAtQuantile(0.5)).ShouldBe((long.MaxValue / 4, 1));
        TimeSpan.FromTicks(HistogramLayout.HighestValue / 100).TotalHours.ShouldBeGreaterThan(
            24, "The highest value is above the longest timeout.");
        new LatencyHistogram().GetValueAtQuantile(0.5).ShouldBe(0);
        foreach (var value in new[] { 2048, HistogramLayout.HighestValue })
            CreateHistogram([value]).GetValueAtQuantile(0.5).ShouldBe(value);
    }

    [Fact]
    public void Summarize_FewerThanTenRequestsAbovePercentile_OmitsThePercentile()
    {
        var latency = CreateHistogram([.. Enumerable.Repeat(1_000_000L, 4000)]);

        latency.GetCountAbove(0.999).ShouldBe(4);
        LatencyResult.GetPercentile(latency, 0.99).ShouldNotBeNull();
        LatencyResult.GetPercentile(latency, 0.999).ShouldBeNull();
        LatencyResult.Create(latency).Curve[^1][0].ShouldBe(0.9965);
    }

    [Fact]
    public void Serialize_ThreeDurations_StoresDistancesAndCountsOfBuckets()
    {
        var histogram = new LatencyHistogram();
        foreach (var nanoseconds in new[] { 5, 7, 7, 4096 })
            histogram.Record(nanoseconds);

        HistogramResult.Create(histogram).ShouldBe(new HistogramResult(4, 4115, 5, 4096, 1024, "5 2:2 3065"));
        HistogramResult.Create(new LatencyHistogram()).ShouldBeNull();
    }

    private static LatencyHistogram CreateHistogram(long[] values)
    {
        var histogram = new LatencyHistogram();
        foreach (var value in values)
            histogram.Record(value);
        return histogram;
    }

    // Creates durations in nanoseconds: most are near 1 ms, and one in a hundred is up to a second.
    private static long[] CreateSample(int count)
    {
        var (random, noise) = (new Random(2014), new SimulatedComparison(2014));
        return
        [
            .. Enumerable.Range(0, count).Select(i =>
                i % 100 == 0 ? random.NextInt64(1_000_000_000) : (long)(1e6 * Math.Exp(noise.NextNormal()))),
        ];
    }
}
