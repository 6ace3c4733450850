using Load.Metrics;
using Load.Results;

namespace Load.Tests;

public sealed class HistogramResultTests
{
    [Fact]
    public void Create_ThreeDurations_StoresDistancesAndCountsOfBuckets()
    {
        var histogram = new LatencyHistogram();
        foreach (var nanoseconds in new[] { 5, 7, 7, 4096 })
            histogram.Record(nanoseconds);

        HistogramResult.Create(histogram).ShouldBe(new HistogramResult(4, 4115, 5, 4096, 1024, "5 2:2 3065"));
        HistogramResult.Create(new LatencyHistogram()).ShouldBeNull();
    }

    [Fact]
    public void AddTo_EmptyHistogram_RestoresAllValues()
    {
        var (random, original) = (new Random(2014), new LatencyHistogram());
        for (var i = 0; i < 10_000; i++)
            original.Record((long)Math.Exp(25 * random.NextDouble()));
        var restored = new LatencyHistogram();

        HistogramResult.Create(original)!.AddTo(restored);

        restored.GetCounts().ShouldBe(original.GetCounts());
        (restored.Count, restored.Sum, restored.Min, restored.Max)
            .ShouldBe((original.Count, original.Sum, original.Min, original.Max));
    }

    [Theory]
    [InlineData(4, 1024, "5 2:-2 3065")]
    [InlineData(4, 1024, "")]
    [InlineData(5, 1024, "5 2:2 3065")]
    [InlineData(4, 2048, "5 2:2 3065")]
    public void AddTo_ChangedHistogram_ThrowsFormatException(long count, int layout, string buckets)
    {
        var changed = new HistogramResult(count, 4115, 5, 4096, layout, buckets);

        Should.Throw<FormatException>(() => changed.AddTo(new LatencyHistogram()));
    }
}
