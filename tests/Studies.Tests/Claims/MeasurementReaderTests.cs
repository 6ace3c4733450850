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

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task CancelledCalls_ClosedInOrderOrReset_AreToldApart(bool resets)
    {
        using var client = new HttpClient(new SocketsHttpHandler
        {
            ConnectCallback = async (connection, cancellation) =>
            {
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(connection.DnsEndPoint, cancellation);
                return resets ? new ResettingStream(socket) : new NetworkStream(socket, ownsSocket: true);
            },
        });

        var calls = await CancelledCalls.MeasureAsync(client, TestContext.Current.CancellationToken);

        calls.ShouldBe(resets ? new CancelledCalls(20, 20, 0, 20) : new CancelledCalls(20, 0, 20, 20));
    }

    [Theory]
    [InlineData(20, "holds")]
    [InlineData(19, "differs")]
    public void CancelledCalls_ClosedInOrder_HoldIfAnswersAreRefused(int refused, string verdict) =>
        Decide("A9", CancelledCalls.Read(new CancelledCalls(20, 0, 20, refused))).ShouldBe(verdict);

    [Theory]
    [InlineData(true, 19, 20, "no longer holds")]
    [InlineData(false, 0, 0, "holds")]
    public async Task ConsoleProgramOf2014_WithSharedOrNewContent_CountsNulls(
        bool sharesContent, int first, int second, string verdict)
    {
        var measurement = ClaimPrograms.Read(await ClassicDeserialization.RunAsync(20, sharesContent));

        measurement.Metrics["nulls_read_as_async"].Value.ShouldBe(first);
        measurement.Metrics["nulls_string"].Value.ShouldBe(second);
        Decide("A5p", measurement).ShouldBe(verdict);
    }

    [Fact]
    public void Ratios_OfSeveralBenchmarkClasses_AreGeometricMeans()
    {
        Report.GetTimeRatio("Buffered", "HeadersRead", "Bytes=1000").ShouldBe(1, 1e-9);
        Report.GetAllocationRatio("Buffered", "HeadersRead", "Bytes=1000").ShouldBe(Math.Sqrt(6), 1e-9);
        Should.Throw<StudyException>(() => Report.GetTimeRatio("Buffered", "HeadersRead", "Bytes=2"));
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

    private static string Decide(string id, Measurement measurement)
    {
        var file = ClaimCatalog.Library.Claims.Single(claim => claim.Id == id).File;
        return file.Criterion!.Decide(measurement.Metrics, file.Design!.Starts).Verdict.GetText();
    }

    /// <summary>
    /// A stream that ends its connection with a reset: it closes a socket with a linger time of zero, without the
    /// shutdown that <see cref="NetworkStream"/> makes before.
    /// </summary>
    private sealed class ResettingStream(Socket socket) : NetworkStream(socket, ownsSocket: false)
    {
        protected override void Dispose(bool disposing)
        {
            Socket.LingerState = new LingerOption(enable: true, seconds: 0);
            Socket.Dispose();
            base.Dispose(disposing);
        }
    }
}
