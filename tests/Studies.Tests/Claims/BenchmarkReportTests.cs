using Studies.Claims;
using Studies.Hosting;

namespace Studies.Tests.Claims;

public sealed class BenchmarkReportTests
{
    private const string ReportJson = """
        {
          "Title": "Benchmarks.ResponseBufferingServer-20261120-120000",
          "Benchmarks": [
            { "Type": "Workstation", "Method": "Buffered", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 300.0, "Mean": 999 }, "Memory": { "BytesAllocatedPerOperation": 2000 } },
            { "Type": "Workstation", "Method": "HeadersRead", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 100.0, "Mean": 1 }, "Memory": { "BytesAllocatedPerOperation": 1000 } },
            { "Type": "Server", "Method": "Buffered", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 100.0, "Mean": 999 }, "Memory": { "BytesAllocatedPerOperation": 3000 } },
            { "Type": "Server", "Method": "HeadersRead", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 300.0, "Mean": 1 }, "Memory": { "BytesAllocatedPerOperation": 1000 } },
            { "Type": "Server", "Method": "HeadersRead", "Parameters": "Bytes=2", "Statistics": null, "Memory": null }
          ]
        }
        """;

    private readonly BenchmarkReport _report = BenchmarkReport.Parse(ReportJson);

    [Fact]
    public void TimeRatio_OfSeveralBenchmarkClasses_IsGeometricMean() =>
        _report.GetTimeRatio("Buffered", "HeadersRead", "Bytes=1000").ShouldBe(1, 1e-9);

    [Fact]
    public void AllocationRatio_OfSeveralBenchmarkClasses_IsGeometricMean() =>
        _report.GetAllocationRatio("Buffered", "HeadersRead", "Bytes=1000").ShouldBe(Math.Sqrt(6), 1e-9);

    [Theory]
    [InlineData("Buffered", "Bytes=2")]
    [InlineData("Nothing", "Bytes=1000")]
    public void Ratio_OfBenchmarkWithoutResults_Throws(string method, string parameters) =>
        Should.Throw<StudyException>(() => _report.GetTimeRatio(method, "HeadersRead", parameters));
}
