namespace Studies.Tests.Studies;

public sealed class OverheadTests
{
    /// <summary>Tests that each limit fails alone, and that a value that was not measured fails.</summary>
    [Theory]
    [InlineData(true, 1.20, 30.0)]
    [InlineData(false, 1.21, 30.0)]
    [InlineData(false, 1.20, 30.1)]
    [InlineData(false, 1.20, null)]
    [InlineData(false, null, 25.0)]
    public void Check_OfFrontend_PassesIfBothLimitsAreMet(bool passes, double? middle, double? kilobytes)
    {
        var processes = new Dictionary<string, ProcessResult?>
        {
            [MonitoredProcesses.TargetProcess] = SampleResults.CreateProcess(allocKb: kilobytes),
        };
        var ratio = middle is { } value ? SampleResults.CreateRatio(value, value - 0.1, value + 0.1) : null;

        var frontend = SampleResults.CreateVariant("get-from-json", 1_000) with
        {
            CpuRatio = ratio,
            Processes = processes,
        };

        OverheadStudy.Check(frontend).ShouldBe(passes);
    }
}
