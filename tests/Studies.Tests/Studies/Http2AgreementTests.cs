namespace Studies.Tests.Studies;

public sealed class Http2AgreementTests
{
    private const string Output = """
        finished in 5.00s, 2412.60 req/s, 1.31MB/s
        requests: 12063 total, 12113 started, 12063 done, 12063 succeeded, 0 failed, 0 errored, 0 timeout
        """;

    [Fact]
    public void CommandLine_OfH2Load_HasConnectionsStreamsAndTimes() => string.Join(' ', Http2Agreement.CreateStartInfo(
            new Uri("http://127.0.0.1:5101/api/customer/1"), 10, 5, TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(7))
        .ArgumentList).ShouldBe("-t 1 -c 10 -m 5 --warm-up-time=2s -D 7s http://127.0.0.1:5101/api/customer/1");

    [Fact]
    public void Output_OfARun_HasTheRateUnlessRequestsFailed()
    {
        Http2Agreement.ParseRate(Output).ShouldBe(2412.60);
        foreach (var output in (string[])["", Output.Replace("0 errored", "4 errored")])
            Should.Throw<StudyException>(() => Http2Agreement.ParseRate(output)).Message.ShouldContain("Requests of h2load failed");
    }

    [Theory]
    [InlineData(1_000, 1_010, true)]
    [InlineData(1_120, 1_130, false)]
    // The mean is near 1, and the interval is wider than the limits.
    [InlineData(700, 1_400, false)]
    public void Agreement_HoldsOnlyIfWholeIntervalIsWithinLimits(double first, double second, bool holds)
    {
        var checks = new CheckReporter();

        Http2Agreement.Check(checks, Enumerable.Range(1, 6).Select(round =>
            new Http2Agreement(1, 50, round, round % 2 is 0 ? first : second, 1_000)));

        checks.HasFailure.ShouldBe(!holds);
    }
}
