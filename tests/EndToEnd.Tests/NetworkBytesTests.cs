using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>
/// Tests the counters of network bytes. The front-end runs in a separate process, because the counters cover a whole
/// process.
/// </summary>
[Slow]
public sealed class NetworkBytesTests
{
    private const int Requests = 200;
    private const int HeaderBytes = 8_000;

    [Fact]
    public async Task LargeRequestsWithSmallResponses_Sent_BytesAreCountedByDirection()
    {
        await using var frontend =
            await ServiceProcess.StartAsync("FrontendApi", [], TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = frontend.Address };
        var before = await ReadBytesAsync(client);
        for (var i = 0; i < Requests; i++)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, "/health/live")
            {
                Headers = { { "X-Large", new string('x', HeaderBytes) } },
            };
            using var answer = await client.SendAsync(request, TestContext.Current.CancellationToken);
        }

        // The .NET runtime updates its socket counters once a second.
        (double Received, double Sent, double Scraped) now = default;
        var scraped = 0.0;
        await Eventually.WaitUntilAsync(async () =>
        {
            now = await ReadBytesAsync(client);
            scraped += now.Scraped;
            return now.Received - before.Received >= Requests * HeaderBytes;
        });

        (now.Received - before.Received).ShouldBeInRange(
            Requests * HeaderBytes, 1.5 * Requests * HeaderBytes + scraped);
        (now.Sent - before.Sent).ShouldBeInRange(Requests, Requests * 400 + before.Scraped + scraped * 1.1);
    }

    private static async Task<(double Received, double Sent, double Scraped)> ReadBytesAsync(HttpClient client)
    {
        var text = await client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);
        var metrics = PrometheusText.Parse(text);
        return (metrics.Sum("process_network_io_bytes_total", "direction=\"receive\""),
            metrics.Sum("process_network_io_bytes_total", "direction=\"transmit\""), text.Length);
    }
}
