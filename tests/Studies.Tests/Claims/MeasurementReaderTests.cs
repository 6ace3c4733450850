namespace Studies.Tests.Claims;

public sealed class MeasurementReaderTests
{
    private static readonly BenchmarkReport Report = BenchmarkReport.Parse("""
        {
          "Benchmarks": [
            { "Type": "Workstation", "Method": "Buffered", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 300.0, "Mean": 999 }, "Memory": { "BytesAllocatedPerOperation": 2000 } },
            { "Type": "Workstation", "Method": "HeadersRead", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 100.0, "Mean": 1 }, "Memory": { "BytesAllocatedPerOperation": 1000 } },
            { "Type": "Server", "Method": "Buffered", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 100.0, "Mean": 999 }, "Memory": { "BytesAllocatedPerOperation": 3000 } },
            { "Type": "Server", "Method": "HeadersRead", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 300.0, "Mean": 1 }, "Memory": { "BytesAllocatedPerOperation": 1000 } }
          ]
        }
        """);

    [Fact]
    public void Ratios_OfSeveralBenchmarkClasses_AreGeometricMeans()
    {
        Report.GetRatio(RunFigure.BenchmarkTime, "Buffered", "HeadersRead", "Bytes=1000").ShouldBe(1, 1e-9);
        Report.GetRatio(RunFigure.BenchmarkAllocation, "Buffered", "HeadersRead", "Bytes=1000")
            .ShouldBe(Math.Sqrt(6), 1e-9);
        Should.Throw<StudyException>(
            () => Report.GetRatio(RunFigure.BenchmarkTime, "Buffered", "HeadersRead", "Bytes=2"));
    }

    [Theory]
    [InlineData(4, 4, 0, 0, "holds")]
    [InlineData(4, 3, 0, 0, "no longer holds")]
    [InlineData(4, 3, 0, 1, null)]
    [InlineData(0, 0, 0, 0, null)]
    public void TestReport_Measured_VerdictFollowsCounts(
        int tests, int passed, int failed, int skipped, string? verdict)
    {
        var report = $$$"""
            {"results":{"tool":{"name":"xUnit.net v3"},"summary":{"tests":{{{tests}}},"passed":{{{passed}}},
            "failed":{{{failed}}},"skipped":{{{skipped}}},"pending":0,"other":0,"start":1,"stop":2},"tests":[]}}
            """;

        var measurement = TestRun.Parse(report).ToMeasurement("Some.Tests");

        var criterion = new Criterion([Condition.Parse("failed == 0")]);
        (measurement.NotMeasuredReason is null ? criterion.Decide(measurement.Metrics).Verdict.GetText() : null)
            .ShouldBe(verdict);
    }
}
