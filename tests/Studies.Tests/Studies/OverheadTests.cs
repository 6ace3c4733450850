using Studies.LoadTool;
using Studies.Studies;

namespace Studies.Tests.Studies;

public sealed class OverheadTests
{
    /// <summary>Tests that each limit fails alone, and that a value that was not measured fails.</summary>
    [Theory]
    [InlineData(true, 1.20, 30.0)]
    [InlineData(true, 0.98, 27.5)]
    [InlineData(false, 1.21, 30.0)]
    [InlineData(false, 1.20, 30.1)]
    [InlineData(false, 1.20, null)]
    public void Check_OfFrontend_PassesIfBothLimitsAreMet(bool passes, double middle, double? kilobytes) =>
        OverheadStudy.Check(CreateVariant(new(middle, middle - 0.1, middle + 0.1, "slower"), kilobytes))
            .ShouldBe(passes);

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
