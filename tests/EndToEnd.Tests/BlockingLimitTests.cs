using System.Net.Http.Headers;

namespace EndToEnd.Tests;

/// <summary>Tests that Client:MaxBlocking keeps a front-end alive when many callers choose to block a thread.</summary>
[Slow]
[TimeLimit(120)]
public sealed class BlockingLimitTests
{
    private const int Limit = 16;
    private const string Aggregate = "/api/customer/1?strategy=";

    public BlockingLimitTests() =>
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    /// <summary>The back-end accepts connections, and never answers.</summary>
    [Theory]
    [InlineData(30, $"{Aggregate}webclient-sync")]
    [InlineData(200, $"{Aggregate}webclient-sync")]
    [InlineData(200, $"{Aggregate}result-blocking")]
    [InlineData(200, "/ingest/event?mode=sync")]
    public async Task SilentBackend_CallersBeyondTheLimit_AreRejectedAndProbesAnswered(int callers, string path)
    {
        await using var backend = new HostileServer(connection => connection.StaySilentAsync());

        var statuses = await SendAtOnceAsync(new($"http://{backend.Authority}"), callers, path);

        statuses.Count(status => status is 503).ShouldBeGreaterThanOrEqualTo(Math.Max(1, callers - (2 * Limit)));
        statuses.ShouldAllBe(status => status == 503 || status == 504);
        statuses.ShouldContain(504);
    }

    [Fact]
    public async Task HealthyBackend_ThreeHundredAtOnce_AreServedOrRejectedAndProbesAnswered()
    {
        await using var backend = new CountingBackend(("Data:Customers", "1"));

        var statuses = await SendAtOnceAsync(backend.Address, 300, $"{Aggregate}result-blocking");

        statuses.ShouldAllBe(status => status == 200 || status == 503);
        statuses.ShouldContain(200);
    }

    /// <summary>Sends requests at the same time, and meanwhile probes and terminates the front-end.</summary>
    private static async Task<int[]> SendAtOnceAsync(Uri backend, int callers, string path)
    {
        await using var frontend = await ServiceProcess.StartAsync(
            "FrontendApi",
            [$"--Backend:BaseAddress={backend}", "--Backend:Timeout=00:00:03", $"--Client:MaxBlocking={Limit}"], Stop);
        using var client = new HttpClient { BaseAddress = frontend.Address };
        var sending = Enumerable.Range(0, callers).Select(_ => SendAsync(client, path)).ToArray();
        // Those within the limit still wait for a back-end that is silent.
        await Eventually.WaitUntilAsync(() => sending.Count(request => request.IsCompleted) >= callers - Limit);

        (await client.GetStringAsync("/health/live", Stop)).ShouldBe("Healthy");
        (await client.GetStringAsync("/api/strategies", Stop)).ShouldContain("get-from-json");
        ProcessRunner.TryTerminate(frontend.Process).ShouldBeTrue();
        var statuses = await Task.WhenAll(sending);
        await frontend.Process.WaitForExitAsync(Stop);
        frontend.Process.ExitCode.ShouldBe(0);
        return statuses;
    }

    private static async Task<int> SendAsync(HttpClient client, string path)
    {
        using var request = new HttpRequestMessage(
            path.StartsWith("/ingest", StringComparison.Ordinal) ? HttpMethod.Post : HttpMethod.Get, path);
        if (request.Method == HttpMethod.Post)
        {
            request.Content = new StringContent(
                IngestionServices.CreatePayload("{}"), new MediaTypeHeaderValue("application/json"));
        }

        using var response = await client.SendAsync(request, Stop);
        return (int)response.StatusCode;
    }
}
