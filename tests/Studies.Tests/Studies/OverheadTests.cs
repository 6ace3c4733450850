using Studies.LoadTool;
using Studies.Studies;

namespace Studies.Tests.Studies;

public sealed class OverheadTests
{
    /// <summary>Tests that each goal fails alone, and that a value that was not measured fails.</summary>
    [Theory]
    [InlineData(true, 1.10, 1.15, 30.0)]
    [InlineData(true, 0.98, 1.01, 27.5)]
    [InlineData(false, 1.11, 1.15, 30.0)]
    [InlineData(false, 1.09, 1.16, 30.0)]
    [InlineData(false, 1.10, 1.15, 30.1)]
    [InlineData(false, 1.10, null, 30.0)]
    [InlineData(false, 1.10, 1.15, null)]
    public void Check_OfFrontend_PassesIfAllGoalsAreMet(bool passes, double middle, double? high, double? kilobytes) =>
        OverheadStudy.Check(CreateVariant(new(middle, 2 * middle - high, high, "slower"), kilobytes)).ShouldBe(passes);

    [Fact]
    public void Check_CpuNotMeasured_Fails() => OverheadStudy.Check(CreateVariant(null, 25)).ShouldBeFalse();

    private static VariantResult CreateVariant(RatioSummary? cpu, double? kilobytes) => new()
    {
        Name = "get-from-json",
        Url = "http://127.0.0.1",
        Requests = 1,
        Errors = 0,
        Throughput = new(1, null, null),
        Latency = new(null, null, null, null, null),
        CpuRatio = cpu,
        Processes = new Dictionary<string, ProcessUsage?>
        {
            [VariantResult.TargetProcess] = new() { AllocKb = kilobytes },
        },
    };
}
