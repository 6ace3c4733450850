using System.Text;
using System.Text.Json;
using Testing;

namespace EndToEnd.Tests;

/// <summary>
/// The ingestion pair in one language, and one more back-end: tests call a back-end that is not the one behind the
/// front-end, so that each counts its own requests.
/// </summary>
public abstract class IngestionPair : IAsyncLifetime
{
    private static readonly HttpClient Client = new();

    public static IReadOnlyDictionary<string, string> Paths { get; } =
        new Dictionary<string, string> { ["front-end"] = "/ingest/event", ["back-end"] = "/ingest/data" };

    /// <summary>The addresses by tier. The tier behind is the back-end that the front-end calls.</summary>
    public IReadOnlyDictionary<string, Uri> Addresses { get; protected set; } = new Dictionary<string, Uri>();

    /// <summary>Skips the test where the pair is not available.</summary>
    public virtual void SkipIfUnavailable()
    {
    }

    public abstract ValueTask InitializeAsync();

    public abstract ValueTask DisposeAsync();

    /// <summary>Sends a document in an ordinary POST request.</summary>
    public async Task<(int Status, string Body)> PostAsync(string tier, string json, string type = "application/json")
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(json));
        content.Headers.TryAddWithoutValidation("Content-Type", type);
        return await ReadAsync(
            await Client.PostAsync(At(tier, Paths[tier]), content, TestContext.Current.CancellationToken));
    }

    public async Task<(int Status, string Body)> GetAsync(string tier, string path) =>
        await ReadAsync(await Client.GetAsync(At(tier, path), TestContext.Current.CancellationToken));

    public async Task<string> ReadMetricsAsync(string tier) => (await GetAsync(tier, "/metrics")).Body;

    public async Task<double> CountParsedAsync(string tier) =>
        Exposition.Parse(await ReadMetricsAsync(tier)).Sum("ingest_payloads_parsed_total");

    public async Task<double> CountAsync(string tier, params int[] statuses)
    {
        var metrics = Exposition.Parse(await ReadMetricsAsync(tier));
        return statuses.Sum(status => metrics.Sum("http_server_request_duration_seconds_count",
            $"http_route=\"{Paths[tier]}\"", $"http_response_status_code=\"{status}\""));
    }

    /// <summary>Waits until a number of requests is counted, which happens just after their answers.</summary>
    public Task ShouldCountAsync(string tier, int status, double count) => ShouldCountAsync(tier, [status], count);

    /// <inheritdoc cref="ShouldCountAsync(string, int, double)"/>
    public async Task ShouldCountAsync(string tier, int[] statuses, double count)
    {
        await Eventually.TrueAsync(async () => await CountAsync(tier, statuses) >= count);
        (await CountAsync(tier, statuses)).ShouldBe(count, await ReadMetricsAsync(tier));
    }

    /// <summary>Creates a payload with a text in it.</summary>
    public static string CreatePayload(string text) => JsonSerializer.Serialize(new { data = text });

    private Uri At(string tier, string path) => new(Addresses[tier], path);

    private static async Task<(int, string)> ReadAsync(HttpResponseMessage answer)
    {
        using (answer)
            return (
                (int)answer.StatusCode, await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }
}
