using Studies.Hosting;
using Studies.LoadTool;
using Studies.Studies.LoadGenerator;

namespace Studies.Tests.LoadTool;

public sealed class H2LoadTests
{
    private const string Output = """
        Warm-up phase is over for thread #0.
        Main benchmark duration is over for thread #0. Stopping all clients.

        finished in 5.00s, 2412.60 req/s, 1.31MB/s
        requests: 12063 total, 12113 started, 12063 done, 12063 succeeded, 0 failed, 0 errored, 0 timeout
        status codes: 12063 2xx, 0 3xx, 0 4xx, 0 5xx
        """;

    [Fact]
    public void CommandLine_HasConnectionsStreamsAndTimes() => string.Join(' ', H2Load.CreateStartInfo(
            new Uri("http://127.0.0.1:5101/api/customer/1"), 10, 5, TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(7))
        .ArgumentList).ShouldBe("-t 1 -c 10 -m 5 --warm-up-time=2s -D 7s http://127.0.0.1:5101/api/customer/1");

    [Fact]
    public void Rate_IsReadFromOutput() => H2Load.ParseRate(Output).ShouldBe(2412.60);

    [Theory]
    [InlineData("0 failed, 0 errored, 0 timeout", "3 failed, 4 errored, 5 timeout", "12 requests of h2load failed")]
    [InlineData("req/s", "s/req", "no requests per second")]
    [InlineData("requests:", "answers:", "no requests per second")]
    public void OutputOfFailedRun_Throws(string text, string fault, string message) =>
        Should.Throw<StudyException>(() => H2Load.ParseRate(Output.Replace(text, fault, StringComparison.Ordinal)))
            .Message.ShouldContain(message);

    [Theory]
    [InlineData(1_000, 1_010, true)]
    [InlineData(880, 890, false)]
    [InlineData(1_120, 1_130, false)]
    // The mean is near 1, and the interval is wider than the limits.
    [InlineData(700, 1_400, false)]
    public void Agreement_HoldsOnlyIfWholeIntervalIsWithinLimits(double first, double second, bool holds)
    {
        AgreementResult[] results = [.. Enumerable.Range(1, 6).Select(round =>
            new AgreementResult(1, 50, round, round % 2 is 0 ? first : second, 1_000))];

        Http2AgreementStudy.Check(results).ShouldBe(holds);
    }
}
