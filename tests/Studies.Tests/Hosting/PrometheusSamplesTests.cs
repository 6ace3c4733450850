namespace Studies.Tests.Hosting;

public sealed class PrometheusSamplesTests
{
    [Theory]
    [InlineData("calls_total", "", 18)]
    [InlineData("calls_total", "outcome=\"timeout\"", 15)]
    [InlineData("calls", "", 0)]
    public void Metric_Summed_AddsMatchingSeries(string name, string label, double sum)
    {
        var samples = new PrometheusSamples("""
            # TYPE calls_total counter
            calls_total{outcome="ok"} 3
            calls_total{outcome="timeout"} 1.5e1
            calls_total_more 100
            """);

        samples.Sum(name, label).ShouldBe(sum);
        samples.Contains(name).ShouldBe(sum > 0);
    }
}
