using System.Text.RegularExpressions;

namespace EndToEnd.Tests;

/// <summary>
/// Tests that the services in .NET and in Go accept the same payloads and count the same events, so that they can be
/// compared.
/// </summary>
public abstract partial class IngestionTests(IngestionServices pair)
{
    private const string DurationMetric = "http_server_request_duration_seconds";

    /// <summary>
    /// The metrics that the dashboard and the load tool read from the services in both languages, with the metric
    /// types.
    /// </summary>
    private static readonly Dictionary<string, string> MetricsOfBothLanguages = new()
    {
        [DurationMetric] = "histogram",
        ["http_server_active_requests"] = "gauge",
        ["process_memory_anonymous_bytes"] = "gauge",
        ["tcp_time_wait_sockets"] = "gauge",
    };

    private static readonly Dictionary<string, string> MetricsOfFrontendOnly = new()
    {
        ["http_client_open_connections"] = "gauge",
        ["http_client_request_duration_seconds"] = "histogram",
    };

    public static TheoryData<string> ValidTexts =>
    [
        "{'job_id':'c4bb6d130003','container_id':'ab7b85dcac72','status':'Success: process exited with code 0.'}",
        """{"a":[1,2.5,-3e2,true,null,"é 😀"],"a":2}""", "[]", "42", "null", " {} ", """['say "hi"', "it's", 'it\'s', '\u0027']""",
        """["\ud800"]""", "1e400", HostileBodies.CreateNestedArrays(32), new string('9', 380),
    ];

    public static TheoryData<string, string> ValidBodies => new()
    {
        { """{"DATA":"{}"}""", "application/json" },
        { """{"\u0064ata":"{}"}""", "Application/JSON" },
        { """ {"more":{"data":1}, "data":"{}", "more":[]} """, "application/json; charset=\"UTF-8\"" },
        { $$"""{"data":"{}","x":{{HostileBodies.CreateNestedArrays(31)}}}""", "application/json; charset=utf-8" },
        { HostileBodies.CreatePaddedBody(65_536), "application/json" },
    };

    [Theory]
    [MemberData(nameof(ValidTexts))]
    public Task ValidText_Posted_IsParsedOncePerResponse(string text) =>
        ShouldBeAccepted(IngestionServices.CreatePayload(text), "application/json");

    [Theory]
    [MemberData(nameof(ValidBodies))]
    public Task ValidBody_Posted_IsParsedOncePerResponse(string body, string type) => ShouldBeAccepted(body, type);

    [Fact]
    public async Task ValidAndInvalidPayloads_PostedAtSameTime_AreCountedEquallyByClientAndServices()
    {
        pair.SkipIfUnavailable();
        var (good, bad) = (await pair.ReadRequestCountAsync("front-end", 200), await pair.ReadRequestCountAsync("front-end", 400));
        var parsed = await pair.ReadParsedPayloadCountAsync("behind");

        var answers = await Task.WhenAll(Enumerable.Range(0, 400).Select(i =>
            pair.PostAsync("front-end", IngestionServices.CreatePayload(i % 4 is 0 ? "{" : $"{{'id':{i}}}"))));

        answers.CountBy(answer => answer.Status).ShouldBe([new(400, 100), new(200, 300)], ignoreOrder: true);
        await pair.ShouldHaveCountedRequestsAsync("front-end", 200, good + 300);
        await pair.ShouldHaveCountedRequestsAsync("front-end", 400, bad + 100);
        (await pair.ReadParsedPayloadCountAsync("behind")).ShouldBe(parsed + 300);
    }

    [Fact]
    public async Task PayloadRefusedByBackend_Posted_CallerReceivesDetailOfBackend()
    {
        pair.SkipIfUnavailable();
        var refused = await pair.PostAsync("back-end", IngestionServices.CreatePayload("{'a':"));

        var (status, body) = await pair.PostAsync("front-end", IngestionServices.CreatePayload("{'a':"));

        status.ShouldBe(400, body);
        DetailPattern().Match(body).Value.ShouldBe(DetailPattern().Match(refused.Body).Value);
        DetailPattern().Match(body).Value.ShouldNotBeEmpty(body);
    }

    [Theory]
    [InlineData("front-end", "/ingest/event", 405)]
    [InlineData("back-end", "/ingest/data", 405)]
    [InlineData("front-end", "/ingest/data", 404)]
    [InlineData("back-end", "/", 404)]
    public async Task UnknownRouteOrMethod_Requested_ReturnsProblemDetails(string tier, string path, int expected)
    {
        pair.SkipIfUnavailable();

        var (status, body) = await pair.GetAsync(tier, path);

        status.ShouldBe(expected, body);
        body.ShouldContain($"\"status\":{expected}");
    }

    [Fact]
    public async Task RunningServices_HealthRequested_AreLiveAndReady()
    {
        pair.SkipIfUnavailable();
        foreach (var tier in IngestionServices.IngestionPaths.Keys)
        {
            (await pair.GetAsync(tier, "/health/live")).ShouldBe((200, "Healthy"));
            (await pair.GetAsync(tier, "/health/ready")).ShouldBe((200, "Healthy"));
        }
    }

    [Fact]
    public async Task Metrics_OfFrontendAndBackend_HaveSameNamesAndBucketsInBothLanguages()
    {
        pair.SkipIfUnavailable();
        foreach (var (tier, path) in IngestionServices.IngestionPaths)
        {
            var before = await pair.ReadRequestCountAsync(tier, 200);
            await pair.PostAsync(tier, IngestionServices.CreatePayload("{}"));
            await pair.ShouldHaveCountedRequestsAsync(tier, 200, before + 1);

            var metrics = PrometheusText.Parse(await pair.ReadMetricsAsync(tier));

            foreach (var (name, type) in tier is "front-end"
                ? MetricsOfBothLanguages.Concat(MetricsOfFrontendOnly) : MetricsOfBothLanguages)
                metrics.Types.GetValueOrDefault(name).ShouldBe(type, name);
            metrics.FindSeries($"{DurationMetric}_bucket", $"http_route=\"{path}\"", "http_request_method=\"POST\"",
                "http_response_status_code=\"200\"")
                .SelectMany(bucket => BoundPattern().Matches(bucket.Key).Select(match => match.Value)).Distinct()
                .ShouldBe(["0.00025", "0.0005", "0.001", "0.002", "0.003", "0.005", "0.0075", "0.01", "0.015", "0.025",
                    "0.05", "0.1",
                    "0.25", "0.5", "1", "2.5", "5", "10", "+Inf"]);
        }
    }

    private async Task ShouldBeAccepted(string body, string type)
    {
        pair.SkipIfUnavailable();
        foreach (var (tier, parsing) in new[] { ("front-end", "behind"), ("back-end", "back-end") })
        {
            var before = await pair.ReadParsedPayloadCountAsync(parsing);

            (await pair.PostAsync(tier, body, type)).ShouldBe((200, ""));

            (await pair.ReadParsedPayloadCountAsync(parsing)).ShouldBe(before + 1, tier);
        }
    }

    [GeneratedRegex("""
        (?<="detail":")[^"]*
        """)]
    private static partial Regex DetailPattern();

    [GeneratedRegex("""
        (?<=le=")[^"]*
        """)]
    private static partial Regex BoundPattern();
}

public sealed class DotnetIngestionTests(DotnetServices pair) : IngestionTests(pair), IClassFixture<DotnetServices>;

public sealed class GoIngestionTests(GoServices pair) : IngestionTests(pair), IClassFixture<GoServices>
{
    private readonly GoServices _goServices = pair;

    [Fact]
    public async Task Metrics_OfFrontendAndBackend_PassPromtoolAndHaveStandardPrometheusNames()
    {
        _goServices.SkipIfUnavailable();
        foreach (var tier in IngestionServices.IngestionPaths.Keys)
        {
            var text = await _goServices.ReadMetricsAsync(tier);

            await Promtool.ShouldAcceptAsync(text);
            PrometheusText.Parse(text).Sum("process_cpu_seconds_total").ShouldBeGreaterThan(0);
            PrometheusText.Parse(text).Sum("process_resident_memory_bytes").ShouldBeGreaterThan(1e6);
        }
    }
}
