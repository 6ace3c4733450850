using Experiments.Claims.Catalog;
using Experiments.Claims.Files;
using Experiments.Tests.LoadTool;
using TwoTier.Load.Results;

namespace Experiments.Tests.Claims;

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

    /// <summary>The row compares CPU time: throughput and allocation say the opposite.</summary>
    [Fact]
    public void Comparison_OfCpuTime_IsTheRatioOfVariantToBaselineOverStarts()
    {
        var run = new ClaimRun { Figure = RunFigure.Cpu, Compare = ["new", "old"] };
        Result[] starts = [CreateStart(0.3, 0.1), CreateStart(0.6, 0.2), CreateStart(0.9, 0.3)];

        var measured = ComparisonReader.Read(starts, run).Metrics;

        measured[LedgerEntry.Ratio].Value.ShouldBe(3, 1e-9);
        measured[LedgerEntry.Ratio].Starts.ShouldBe(3);
        measured[LedgerEntry.Difference].Value.ShouldBe(400, 1e-9);
        ComparisonReader.Read([SampleResults.Create(Create("new", null, 1), Create("old", 1, 1))], run)
            .NotMeasuredReason.ShouldNotBeNull();

        static Result CreateStart(double one, double other) =>
            SampleResults.Create(Create("new", one, 1), Create("old", other, 2));
        static VariantResult Create(string name, double? cpuMs, double allocKb) =>
            SampleResults.CreateVariant(name, throughput: allocKb) with
            {
                Processes = new Dictionary<string, ProcessResult?>
                {
                    ["target"] = SampleResults.CreateProcess(cpuMs, allocKb),
                },
            };
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
