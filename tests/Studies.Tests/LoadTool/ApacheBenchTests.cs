using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Tests.LoadTool;

public sealed class ApacheBenchTests
{
    private const string Output = """
        Concurrency Level:      50
        Complete requests:      10000
        Failed requests:        0
        Keep-Alive requests:    10000
        Requests per second:    936.23 [#/sec] (mean)
        Time per request:       53.406 [ms] (mean)
        """;

    [Fact]
    public void CommandLine_IsThatOfThePublication() =>
        string.Join(' ', ApacheBench.CreateStartInfo(new Uri("http://127.0.0.1:5100/ingest/event"), "payload.json")
            .ArgumentList).ShouldBe(
            "-k -l -p payload.json -T application/json -c 50 -n 10000 http://127.0.0.1:5100/ingest/event");

    [Fact]
    public void Rate_IsReadFromOutput() => ApacheBench.ParseRate(Output).ShouldBe(936.23);

    [Theory]
    [InlineData("Failed requests:        0", "Failed requests:        7", "7 requests of ab failed")]
    [InlineData("Keep-Alive requests:    10000", "Non-2xx responses:      10000", "10000 requests of ab failed")]
    [InlineData("Requests per second", "Seconds per request", "no requests per second")]
    public void OutputOfFailedRun_Throws(string text, string fault, string message) =>
        Should.Throw<StudyException>(() => ApacheBench.ParseRate(Output.Replace(text, fault, StringComparison.Ordinal)))
            .Message.ShouldContain(message);
}
