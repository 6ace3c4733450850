namespace EndToEnd.Tests;

/// <summary>The front-end runs in a separate process, because the counters cover a whole process.</summary>
[Slow]
public sealed class NetworkBytesTests
{
    private const int Requests = 1_000;
    private const int HeaderBytes = 8_000;

    [Fact]
    public async Task LargeRequestsWithSmallResponses_Sent_BytesAreCountedByDirection()
    {
        await using var frontend =
            await ServiceProcess.StartAsync("FrontendApi", [], TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = frontend.Address };
        client.DefaultRequestHeaders.Add("X-Large", new string('x', HeaderBytes));
        for (var i = 0; i < Requests; i++)
            await GetAsync("/health/live");

        // The .NET runtime updates its socket counters once a second. The requests are so much larger than the
        // responses that the front-end receives more than it sends, although its large metrics are read about twice.
        await Eventually.WaitUntilAsync(
            async () => await ReadAsync("receive") >= Requests * HeaderBytes, within: TimeSpan.FromSeconds(30));
        (await ReadAsync("receive")).ShouldBeGreaterThan(await ReadAsync("transmit"));

        async Task<double> ReadAsync(string direction) => PrometheusText.Parse(await GetAsync("/metrics"))
            .Sum("process_network_io_bytes_total", $"direction=\"{direction}\"");

        Task<string> GetAsync(string path) => client.GetStringAsync(path, TestContext.Current.CancellationToken);
    }
}
