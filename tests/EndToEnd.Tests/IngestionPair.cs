using System.Text;
using System.Text.Json;
using Testing;

namespace EndToEnd.Tests;

/// <summary>
/// An ingestion pair, in whichever language, and one more back-end: the one that is asked is not the one behind the
/// front-end, so that each counts its own.
/// </summary>
public abstract class IngestionPair : IAsyncLifetime
{
    private static readonly HttpClient Client = new();

    public static IReadOnlyDictionary<string, string> Paths { get; } =
        new Dictionary<string, string> { ["front-end"] = "/ingest/event", ["back-end"] = "/ingest/data" };

    /// <summary>By tier; behind is the back-end that the front-end calls.</summary>
    public IReadOnlyDictionary<string, Uri> Addresses { get; protected set; } = new Dictionary<string, Uri>();

    /// <summary>Skips the test where the pair cannot be had.</summary>
    public virtual void MustBeThere()
    {
    }

    public abstract ValueTask InitializeAsync();

    public abstract ValueTask DisposeAsync();

    /// <summary>An ordinary POST of a document.</summary>
    public async Task<(int Status, string Body)> PostAsync(string tier, string json, string type = "application/json")
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(json));
        content.Headers.TryAddWithoutValidation("Content-Type", type);
        return await ReadAsync(await Client.PostAsync(At(tier, Paths[tier]), content, TestContext.Current.CancellationToken));
    }

    public async Task<(int Status, string Body)> GetAsync(string tier, string path) =>
        await ReadAsync(await Client.GetAsync(At(tier, path), TestContext.Current.CancellationToken));

    public async Task<string> MetricsTextAsync(string tier) => (await GetAsync(tier, "/metrics")).Body;

    public async Task<double> ParsedAsync(string tier) =>
        Exposition.Parse(await MetricsTextAsync(tier)).Sum("ingest_payloads_parsed_total");

    public async Task<double> CountAsync(string tier, params int[] statuses)
    {
        var metrics = Exposition.Parse(await MetricsTextAsync(tier));
        return statuses.Sum(status => metrics.Sum("http_server_request_duration_seconds_count",
            $"http_route=\"{Paths[tier]}\"", $"http_response_status_code=\"{status}\""));
    }

    /// <summary>A request is counted just after its answer, so it is looked for some times.</summary>
    public Task CountedAsync(string tier, int status, double count) => CountedAsync(tier, [status], count);

    public async Task CountedAsync(string tier, int[] statuses, double count)
    {
        for (var look = 0; look < 500 && await CountAsync(tier, statuses) < count; look++)
            TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
        (await CountAsync(tier, statuses)).ShouldBe(count, await MetricsTextAsync(tier));
    }

    /// <summary>A payload with this text in it.</summary>
    public static string Payload(string text) => JsonSerializer.Serialize(new { data = text });

    private Uri At(string tier, string path) => new(Addresses[tier], path);

    private static async Task<(int, string)> ReadAsync(HttpResponseMessage answer)
    {
        using (answer)
            return ((int)answer.StatusCode, await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }
}
