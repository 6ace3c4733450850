namespace Studies.Tests.LoadTool;

public sealed class OtherLoadToolTests
{
    private const string ApacheOutput = """
        Failed requests:        0
        Keep-Alive requests:    10000
        Requests per second:    936.23 [#/sec] (mean)
        """;

    private const string H2LoadOutput = """
        finished in 5.00s, 2412.60 req/s, 1.31MB/s
        requests: 12063 total, 12113 started, 12063 done, 12063 succeeded, 0 failed, 0 errored, 0 timeout
        """;

    [Fact]
    public void CommandLine_OfApacheBench_IsThatOfThePublication() =>
        string.Join(' ', ApacheBench.CreateStartInfo(new Uri("http://127.0.0.1:5100/ingest/event"), "payload.json")
            .ArgumentList).ShouldBe(
            "-k -l -p payload.json -T application/json -c 50 -n 10000 http://127.0.0.1:5100/ingest/event");

    [Fact]
    public void CommandLine_OfH2Load_HasConnectionsStreamsAndTimes() => string.Join(' ', H2Load.CreateStartInfo(
            new Uri("http://127.0.0.1:5101/api/customer/1"), 10, 5, TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(7))
        .ArgumentList).ShouldBe("-t 1 -c 10 -m 5 --warm-up-time=2s -D 7s http://127.0.0.1:5101/api/customer/1");

    [Fact]
    public void Output_OfARun_HasTheRateUnlessRequestsFailed()
    {
        ApacheBench.ParseRate(ApacheOutput).ShouldBe(936.23);
        H2Load.ParseRate(H2LoadOutput).ShouldBe(2412.60);
        ShouldThrow(() => ApacheBench.ParseRate(ApacheOutput.Replace("requests:        0", "requests:        7")), "7 requests");
        ShouldThrow(() => ApacheBench.ParseRate(ApacheOutput.Replace("Keep-Alive requests", "Non-2xx responses")), "10000");
        ShouldThrow(() => H2Load.ParseRate(H2LoadOutput.Replace("0 errored", "4 errored")), "4 requests of h2load failed");
    }

    [Theory]
    [InlineData(1_000, 1_010, true)]
    [InlineData(1_120, 1_130, false)]
    // The mean is near 1, and the interval is wider than the limits.
    [InlineData(700, 1_400, false)]
    public void Agreement_HoldsOnlyIfWholeIntervalIsWithinLimits(double first, double second, bool holds)
    {
        AgreementResult[] results = [.. Enumerable.Range(1, 6).Select(round =>
            new AgreementResult(1, 50, round, round % 2 is 0 ? first : second, 1_000))];

        Http2AgreementStudy.Check(results).ShouldBe(holds);
    }

    private static void ShouldThrow(Action parse, string message) =>
        Should.Throw<StudyException>(parse).Message.ShouldContain(message);
}
