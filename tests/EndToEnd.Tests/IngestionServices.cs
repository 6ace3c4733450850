using System.Text;

namespace EndToEnd.Tests;

/// <summary>
/// A front-end and a back-end for payloads, both written in the same language, with a second back-end behind the
/// front-end. Tests call the first back-end directly, so that each back-end counts only its own requests.
/// </summary>
public abstract class IngestionServices : IAsyncLifetime
{
    private static readonly HttpClient Client = new();

    public static IReadOnlyDictionary<string, string> IngestionPaths { get; } =
        new Dictionary<string, string> { ["front-end"] = "/ingest/event", ["back-end"] = "/ingest/data" };

    /// <summary>
    /// The addresses of the services, keyed by tier: front-end, back-end, and behind, which is the back-end that the
    /// front-end calls.
    /// </summary>
    public IReadOnlyDictionary<string, Uri> Addresses { get; protected set; } = new Dictionary<string, Uri>();

    /// <summary>Skips the current test if the services cannot run on this machine.</summary>
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
            await Client.PostAsync(
                CreateUri(tier, IngestionPaths[tier]), content, TestContext.Current.CancellationToken));
    }

    public async Task<(int Status, string Body)> GetAsync(string tier, string path) =>
        await ReadAsync(await Client.GetAsync(CreateUri(tier, path), TestContext.Current.CancellationToken));

    public async Task<string> ReadMetricsAsync(string tier) => (await GetAsync(tier, "/metrics")).Body;

    public async Task<double> ReadParsedPayloadCountAsync(string tier) =>
        PrometheusText.Parse(await ReadMetricsAsync(tier)).Sum("ingest_payloads_parsed_total");

    public async Task<double> ReadRequestCountAsync(string tier, params int[] statuses)
    {
        var metrics = PrometheusText.Parse(await ReadMetricsAsync(tier));
        // Without the route, because ASP.NET Core refuses most wrong media types before it has chosen one.
        return statuses.Sum(status => metrics.Sum("http_server_request_duration_seconds_count",
            "http_request_method=\"POST\"", $"http_response_status_code=\"{status}\""));
    }

    /// <summary>
    /// Waits until the service has counted the given number of requests. A service counts a request just after it has
    /// sent the response.
    /// </summary>
    public Task ShouldHaveCountedRequestsAsync(string tier, int status, double count) =>
        ShouldHaveCountedRequestsAsync(tier, [status], count);

    /// <inheritdoc cref="ShouldHaveCountedRequestsAsync(string, int, double)"/>
    public async Task ShouldHaveCountedRequestsAsync(string tier, int[] statuses, double count)
    {
        await Eventually.WaitUntilAsync(async () => await ReadRequestCountAsync(tier, statuses) >= count);
        (await ReadRequestCountAsync(tier, statuses)).ShouldBe(count, await ReadMetricsAsync(tier));
    }

    /// <summary>Creates a payload that contains a text.</summary>
    public static string CreatePayload(string text) => JsonSerializer.Serialize(new { data = text });

    private Uri CreateUri(string tier, string path) => new(Addresses[tier], path);

    private static async Task<(int, string)> ReadAsync(HttpResponseMessage answer)
    {
        using (answer)
            return (
                (int)answer.StatusCode, await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }
}
