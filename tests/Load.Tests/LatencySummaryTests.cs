using Load.Metrics;
using Load.Results.Building;

namespace Load.Tests;

public sealed class LatencySummaryTests
{
    [Fact]
    public void GetPercentile_FewerThanTenRequestsAbovePercentile_IsNull()
    {
        var latency = new LatencyHistogram();
        for (var i = 0; i < 4000; i++)
            latency.Record(1_000_000);

        LatencySummary.GetPercentile(latency, 0.99).ShouldNotBeNull();
        LatencySummary.GetPercentile(latency, 0.999).ShouldBeNull();
        LatencySummary.Summarize(latency).Curve[^1][0].ShouldBe(0.9965);
    }
}
