namespace Studies.Tests.Claims;

public sealed class BenchmarkReportTests
{
    private readonly BenchmarkReport _report = BenchmarkReport.Parse("""
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
        _report.GetTimeRatio("Buffered", "HeadersRead", "Bytes=1000").ShouldBe(1, 1e-9);
        _report.GetAllocationRatio("Buffered", "HeadersRead", "Bytes=1000").ShouldBe(Math.Sqrt(6), 1e-9);
        Should.Throw<StudyException>(() => _report.GetTimeRatio("Buffered", "HeadersRead", "Bytes=2"));
    }
}
