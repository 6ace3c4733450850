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
        var processes = new Dictionary<string, ProcessUsage?>
        {
            [VariantResult.TargetProcess] = new() { AllocKb = kilobytes },
        };
        var ratio = middle is { } value ? new RatioSummary(value, value - 0.1, value + 0.1, "slower") : null;

        OverheadStudy.Check(CreateVariant(ratio, processes)).ShouldBe(passes);
    }

    internal static VariantResult CreateVariant(
        RatioSummary? cpu, IReadOnlyDictionary<string, ProcessUsage?> processes) => new()
        {
            Name = "get-from-json",
            Url = "http://127.0.0.1",
            Requests = 5_000,
            Errors = 0,
            MeasuredS = 5,
            Throughput = new(1_000, null, null),
            Latency = new(null, null, null, null, null),
            CpuRatio = cpu,
            Processes = processes,
        };
}
