using Studies.Hosting;

namespace Studies.Tests.Hosting;

public sealed class PrometheusSamplesTests
{
    private readonly PrometheusSamples _samples = new("""
        # HELP calls_total Calls.
        # TYPE calls_total counter
        calls_total{outcome="ok"} 3
        calls_total{outcome="timeout"} 1.5e1
        calls_total_more 100
        up 1
        """);

    [Theory]
    [InlineData("calls_total", "", 18)]
    [InlineData("calls_total", "outcome=\"timeout\"", 15)]
    [InlineData("up", "", 1)]
    [InlineData("calls", "", 0)]
    public void Metric_Summed_AddsMatchingSeries(string name, string label, double sum) =>
        _samples.Sum(name, label).ShouldBe(sum);

    [Fact]
    public void Metric_WithOtherName_IsNotContained()
    {
        _samples.Contains("calls_total").ShouldBeTrue();
        _samples.Contains("calls").ShouldBeFalse();
    }
}
