using Load.Metrics;

namespace Load.Tests;

public sealed class LatencyHistogramTests
{
    private static readonly double[] Quantiles = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 1];

    public static TheoryData<string> Distributions => ["uniform", "lognormal", "constant", "two modes"];

    [Theory]
    [MemberData(nameof(Distributions))]
    public void GetValueAtQuantile_KnownDistribution_IsWithinOneInAThousand(string distribution)
    {
        var values = CreateSample(distribution, 100_000);
        var histogram = CreateHistogram(values);

        Array.Sort(values);
        foreach (var quantile in Quantiles)
        {
            var exact = GetExactQuantile(values, quantile);
            ((double)histogram.GetValueAtQuantile(quantile))
                .ShouldBe(exact, exact * 0.001, $"{distribution} p{quantile * 100}");
        }
    }

    /// <summary>
    /// Uses values that are distributed like latencies: most are near 1 ms, and one in a hundred is up to a second.
    /// </summary>
    [Fact]
    public void GetValueAtQuantile_MillionValuesWithHeavyTail_IsWithinOneInAThousand()
    {
        var values = CreateSample("heavy tail", 1_000_000);
        var histogram = CreateHistogram(values);

        Array.Sort(values);
        double[] quantiles = [.. Enumerable.Range(1, 99).Select(percent => percent / 100.0), 0.999, 0.9999];
        foreach (var quantile in quantiles)
        {
            var exact = GetExactQuantile(values, quantile);
            ((double)histogram.GetValueAtQuantile(quantile)).ShouldBe(exact, exact * 0.001, $"p{quantile * 100}");
        }

        (histogram.GetValueAtQuantile(1), histogram.Max).ShouldBe((values[^1], values[^1]));
    }

    [Fact]
    public void Record_AnyNumberOfTimes_AllocatesNothing()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(1);

        // The .NET runtime itself may sometimes allocate memory on the thread of the test, so only the lowest of ten
        // measurements counts.
        Enumerable.Range(0, 10).Min(_ => MeasureAllocation(histogram)).ShouldBe(0);

        histogram.Count.ShouldBe(1_000_001);
    }

    private static long MeasureAllocation(LatencyHistogram histogram)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0L; i < 100_000; i++)
            histogram.Record(i * 1_000);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    [Theory]
    [MemberData(nameof(Distributions))]
    public void Record_AnyDistribution_KeepsCountMeanMinAndMaxExact(string distribution)
    {
        var values = CreateSample(distribution, 10_000);

        var histogram = CreateHistogram(values);

        histogram.Count.ShouldBe(values.Length);
        histogram.Mean.ShouldBe(values.Average(), 1e-6);
        histogram.Min.ShouldBe(values.Min());
        histogram.Max.ShouldBe(values.Max());
    }

    [Fact]
    public void Add_TwoHistograms_EqualsHistogramOfAllValues()
    {
        var (first, second) = (CreateSample("uniform", 5_000), CreateSample("lognormal", 7_000));
        var merged = CreateHistogram(first);

        merged.Add(CreateHistogram(second));

        var whole = CreateHistogram([.. first, .. second]);
        merged.Count.ShouldBe(whole.Count);
        merged.Mean.ShouldBe(whole.Mean);
        Quantiles.Select(merged.GetValueAtQuantile).ShouldBe(Quantiles.Select(whole.GetValueAtQuantile));
        (merged.Min, merged.Max).ShouldBe((whole.Min, whole.Max));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2047)]
    [InlineData(2048)]
    [InlineData(2049)]
    [InlineData(4096)]
    [InlineData(HistogramLayout.HighestValue)]
    public void GetValueAtQuantile_SingleValue_EqualsRecordedValue(long value) =>
        CreateHistogram([value]).GetValueAtQuantile(0.5).ShouldBe(value);

    [Fact]
    public void Record_ValueAboveTheHighestTrackable_KeepsMaximumExact()
    {
        var histogram = CreateHistogram([1, long.MaxValue / 4]);

        histogram.Max.ShouldBe(long.MaxValue / 4);
        histogram.GetValueAtQuantile(0.5).ShouldBe(1);
    }

    [Fact]
    public void HighestTrackableValue_Constant_IsAboveTheLongestTimeout() =>
        TimeSpan.FromTicks(HistogramLayout.HighestValue / 100).TotalHours.ShouldBeGreaterThan(24);

    [Fact]
    public void GetValueAtQuantile_EmptyHistogram_IsZero() =>
        new LatencyHistogram().GetValueAtQuantile(0.5).ShouldBe(0);

    [Theory]
    [InlineData(10_000, 0.999, 10)]
    [InlineData(9_999, 0.999, 9)]
    [InlineData(20, 0.5, 10)]
    public void GetCountAbove_Quantile_CountsValuesAboveQuantile(int count, double quantile, long beyond) =>
        CreateHistogram([.. Enumerable.Range(1, count).Select(i => (long)i)]).GetCountAbove(quantile).ShouldBe(beyond);

    [Fact]
    public async Task Record_ManyThreads_LosesNoValue()
    {
        var histogram = new LatencyHistogram();

        await Task.WhenAll(Enumerable.Range(1, 4).Select(thread => Task.Run(() =>
        {
            for (var i = 0; i < 50_000; i++)
                histogram.Record(thread * 1000 + i);
        })));

        histogram.Count.ShouldBe(200_000);
        (histogram.Min, histogram.Max).ShouldBe((1000, 4000 + 49_999));
    }

    private static long GetExactQuantile(long[] sorted, double quantile) =>
        sorted[(int)Math.Ceiling(Math.Round(quantile * sorted.Length, 6)) - 1];

    private static LatencyHistogram CreateHistogram(long[] values)
    {
        var histogram = new LatencyHistogram();
        foreach (var value in values)
            histogram.Record(value);
        return histogram;
    }

    private static long[] CreateSample(string distribution, int count)
    {
        var random = new Random(2014);
        return [.. Enumerable.Range(0, count).Select(i => distribution switch
        {
            "uniform" => random.NextInt64(1_000, 1_000_000_000),
            "lognormal" => (long)(1e6 * Math.Exp(NextNormal(random))),
            "heavy tail" when i % 100 == 0 => random.NextInt64(1_000_000_000),
            "heavy tail" => (long)(1e6 * Math.Exp(NextNormal(random))),
            "constant" => 1_234_567,
            _ => i % 10 == 0 ? 50_000_000 + i : 1_000_000 + i,
        })];
    }

    private static double NextNormal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
