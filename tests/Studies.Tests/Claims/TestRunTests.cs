namespace Studies.Tests.Claims;

public sealed class TestRunTests
{
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
