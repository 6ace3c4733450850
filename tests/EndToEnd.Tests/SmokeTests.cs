namespace EndToEnd.Tests;

/// <summary>
/// The only test of the fast suite that starts processes: it sees at once whether the built programs work at all.
/// </summary>
[TimeLimit(120)]
public sealed class SmokeTests
{
    [Fact]
    public async Task Services_AskedByEveryStrategy_AnswerEqualBytesAndExposeMetrics()
    {
        var cancellation = TestContext.Current.CancellationToken;
        var http2 = FreePort.FindAddress();
        await using var backend = await ServiceProcess.StartAsync(
            "BackendApi", ["--Data:Customers=3", $"--Http2:Port={http2.Port}"], cancellation);
        await using var frontend = await ServiceProcess.StartAsync(
            "FrontendApi",
            [
                $"--Backend:BaseAddress={backend.Address}", $"--Backend:Http2Address={http2}",
                "--Backend:Timeout=00:00:30",
            ],
            cancellation);
        using var client = new HttpClient();
        var catalogue = JsonElement.Parse(await GetAsync(frontend, "/api/strategies"));
        string[] strategies =
            [.. catalogue.GetProperty("strategies").EnumerateArray().Select(strategy => strategy.GetProperty("name").GetString()!)];

        var answers = await Task.WhenAll(
            strategies.Select(strategy => GetAsync(frontend, $"/api/customer/1?strategy={strategy}")));

        strategies.ShouldBe(StrategyCatalog.Names);
        answers.Distinct().ShouldHaveSingleItem().ShouldContain("\"orders\":[{");
        foreach (var service in new[] { frontend, backend })
        {
            var metrics = PrometheusText.Parse(await GetAsync(service, "/metrics"));
            metrics.Types["http_server_request_duration_seconds"].ShouldBe("histogram");
        }

        Task<string> GetAsync(ServiceProcess service, string path) =>
            client.GetStringAsync(new Uri(service.Address, path), cancellation);
    }
}
