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

    [Theory]
    [InlineData("expected-errors", "pass", true)]
    [InlineData("expected-errors", "fail", false)]
    [InlineData("errors", "fail", false)]
    public void RunWithFailures_Read_SaysWhetherOnlyExpectedErrorsOccurred(string check, string state, bool expected) =>
        new LoadValidity("invalid", [new("sent", "pass"), new(check, state)]).HasOnlyExpectedErrors.ShouldBe(expected);

    [Fact]
    public void Throughput_ReadFromStarts_IsRatioWithNumbersOfBothVariants()
    {
        var measurement = ComparisonReader.ReadThroughput([_result, _result]);

        var ratio = measurement.Metrics["ratio"];
        ratio.Value.ShouldBe(3, 1e-9);
        ratio.Lo!.Value.ShouldBe(3, 1e-9);
        ratio.Starts.ShouldBe(2);
        measurement.Figures.ShouldBe(
            "in the last of 2 starts 120 req/s · p50 0.500 · p99 2.00 ms, against 40.0 req/s · p50 1.50 · p99 – ms");
    }

    [Fact]
    public void Ratio_ReadFromOneStart_HasNoInterval() =>
        ComparisonReader.ReadThroughput([_result]).Metrics["ratio"].Lo.ShouldBeNull();

    [Fact]
    public void Cpu_ReadFromStarts_IsRatioOfCpuTimes() =>
        ComparisonReader.ReadCpu([_result]).Metrics["ratio"].Value.ShouldBe(0.5, 1e-9);

    [Fact]
    public void MedianSpeed_ReadFromStarts_IsRatioOfMedianTimes() =>
        ComparisonReader.ReadMedianSpeed([_result]).Metrics["ratio"].Value.ShouldBe(3, 1e-9);

    [Fact]
    public void ResourceLevel_ReadFromStarts_IsRatioOfTargets()
    {
        var measurement = ComparisonReader.ReadPeakResource([_result], variant => variant.Target.WorkingSetMb, "MB");

        measurement.Metrics["ratio"].Value.ShouldBe(2, 1e-9);
        measurement.Figures.ShouldBe("200 MB, against 100 MB");
    }

    [Fact]
    public void ResourceLevel_MetricsAreMissing_IsNotMeasured() =>
        ComparisonReader.ReadPeakResource([_result], variant => variant.Target.TimeWait, "").NotMeasuredReason
            .ShouldNotBeNull();
}
