using Studies.Claims.Catalog;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Tests.LoadTool;

public sealed class LoadResultTests
{
    private readonly LoadResult _result = SampleResultFiles.ReadComparison();

    [Fact]
    public void Comparison_Parsed_HasVariantsAndMonitoredProcesses()
    {
        (_result.BaselineVariant.Name, _result.OtherVariant.Name).ShouldBe(("slow", "fast"));
        _result.Validity.IsReconciled.ShouldBeTrue();
        _result.OtherVariant.Target.CpuMs.ShouldBe(0.25);
        _result.BaselineVariant.Processes["back-end"].ShouldBeNull();
        _result.BaselineVariant.Rounds.Single().Rps.ShouldBe(39.5);
        _result.OtherVariant.Outcomes.ShouldBe([new("200", 299), new("502", 1)]);
    }

    [Fact]
    public void TargetWithoutMetrics_Read_HasNoValues() =>
        (_result.OtherVariant with { Processes = new Dictionary<string, ProcessUsage?> { ["target"] = null } })
            .Target.ShouldBe(new ProcessUsage());

    [Theory]
    [InlineData("""{"schema":"urn:two-tier-testbed:result:1","variants":[]}""", "urn:two-tier-testbed:result:1")]
    [InlineData("""{"variants":[]}""", "''")]
    public void ResultWithOtherSchema_Parsed_ThrowsAndNamesSchema(string json, string schema) =>
        Should.Throw<StudyException>(() => LoadResult.Parse(json, "old.json")).Message.ShouldContain(schema);

    [Fact]
    public void Throughput_ReadFromComparison_IsRatioWithNumbersOfBothVariants()
    {
        var measurement = ComparisonReader.ReadThroughput(_result);

        measurement.Ratio.ShouldBe(new(3, 2.9, 3.1));
        measurement.SourceNumbers.ShouldBe("120 req/s · 0.500 · 2.00 ms, against 40.0 req/s · 1.50 · – ms");
    }

    [Fact]
    public void HigherCpuClaim_VariantUsesLessCpu_IsNotConfirmed()
    {
        var measurement = ComparisonReader.ReadWhetherCpuIsHigher(_result);

        measurement.Confirmed.ShouldBe(false);
        measurement.Inconclusive.ShouldBeFalse();
    }

    [Fact]
    public void ResourceLevel_ReadFromComparison_IsRatioOfTargets()
    {
        var measurement = ComparisonReader.ReadPeakResourceRatio(_result, usage => usage.WorkingSetMb, "MB");

        measurement.Ratio.ShouldBe(new(2, 2, 2));
        measurement.SourceNumbers.ShouldBe("200 MB, against 100");
    }

    [Fact]
    public void ResourceLevel_MetricsAreMissing_IsNotMeasured() =>
        ComparisonReader.ReadPeakResourceRatio(_result, usage => usage.TimeWait, "").NotMeasuredReason.ShouldNotBeNull();
}
