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
    public void ResultWithOtherSchema_Parsed_ThrowsAndNamesSchema() => Should.Throw<StudyException>(
            () => LoadResult.Parse("""{"schema":"urn:two-tier-testbed:result:1","variants":[]}""", "old.json"))
        .Message.ShouldContain("urn:two-tier-testbed:result:1");

    [Theory]
    [InlineData("expected-errors", "pass", true)]
    [InlineData("expected-errors", "fail", false)]
    [InlineData("errors", "fail", false)]
    public void RunWithFailures_Read_SaysWhetherOnlyExpectedErrorsOccurred(string check, string state, bool expected) =>
        new LoadValidity("invalid", [new("sent", "pass"), new(check, state)]).HasOnlyExpectedErrors.ShouldBe(expected);

    [Fact]
    public void Figures_ReadFromStarts_AreThoseOfBothVariants()
    {
        ComparisonReader.ReadThroughput([_result, _result]).Figures.ShouldBe(
            "in the last of 2 starts 120 req/s · p50 0.500 · p99 2.00 ms, against 40.0 req/s · p50 1.50 · p99 – ms");
        ComparisonReader.ReadThroughput([_result]).Metrics["ratio"].Lo.ShouldBeNull();
        ComparisonReader.ReadPeakResource([_result], variant => variant.Target.WorkingSetMb, "MB").Figures
            .ShouldBe("200 MB, against 100 MB");
        ComparisonReader.ReadPeakResource([_result], variant => variant.Target.TimeWait, "").NotMeasuredReason
            .ShouldNotBeNull();
    }
}
