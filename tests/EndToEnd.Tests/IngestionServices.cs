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

    public abstract ValueTask InitializeAsync();

    public abstract ValueTask DisposeAsync();

    public async Task<(int Status, string Body)> PostAsync(string tier, string json, string type = "application/json")
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(json));
        content.Headers.TryAddWithoutValidation("Content-Type", type);
        using var answer = await Client.PostAsync(
            CreateUri(tier, IngestionPaths[tier]), content, TestContext.Current.CancellationToken);
        return (
            (int)answer.StatusCode, await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    public Task<string> ReadMetricsAsync(string tier) =>
        Client.GetStringAsync(CreateUri(tier, "/metrics"), TestContext.Current.CancellationToken);

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
    public async Task ShouldHaveCountedRequestsAsync(string tier, double count, params int[] statuses)
    {
        await Eventually.WaitUntilAsync(
            async () => await ReadRequestCountAsync(tier, statuses) >= count, within: TimeSpan.FromSeconds(30));
        (await ReadRequestCountAsync(tier, statuses)).ShouldBe(count, await ReadMetricsAsync(tier));
    }

    internal async Task ShouldRefuseAndCountAsync(HostileBody body)
    {
        // A client that disconnects in the middle of the request body also cancels the request, which ASP.NET Core may
        // count with status 499.
        int[] statuses = body.IsCutOff ? [body.Status, 499] : [body.Status];
        foreach (var tier in IngestionPaths.Keys)
        {
            var before = await ReadRequestCountAsync(tier, statuses);

            await ShouldRefuseAsync(tier, body);

            await ShouldHaveCountedRequestsAsync(tier, before + 1, statuses);
        }
    }

    internal async Task ShouldRefuseSlowBodiesAsync()
    {
        await Task.WhenAll(HostileBodies.SlowBodies.SelectMany(
            _ => IngestionPaths.Keys, (body, tier) => ShouldRefuseAsync(tier, body)));

        foreach (var tier in IngestionPaths.Keys)
            await ShouldHaveCountedRequestsAsync(tier, HostileBodies.SlowBodies.Count, 408);
    }

    internal async Task ShouldRefuseAsync(string tier, HostileBody body)
    {
        var (status, type, answer) = await RawPost.SendAsync(
            Addresses[tier], IngestionPaths[tier], body, TestContext.Current.CancellationToken);

        // If the client has closed its side of the connection, Kestrel sends no response but still counts the request.
        if (body.IsCutOff && status is 0)
            return;
        status.ShouldBe(body.Status, $"{body.Name}: {answer}");
        type.ShouldBe("application/problem+json", answer);
        answer.ShouldContain($"\"status\":{status}");
        // ASP.NET Core itself refuses most other media types, and gives no detail.
        if (status is not 415)
            answer.ShouldContain("\"detail\":");
        answer.ShouldNotContain("   at ", Case.Sensitive, "a stack trace");
    }

    public static string CreatePayload(string text) => JsonSerializer.Serialize(new { data = text });

    private Uri CreateUri(string tier, string path) => new(Addresses[tier], path);
}
