namespace EndToEnd.Tests;

/// <summary>
/// Tests what the services in .NET accept, and that those in Go accept and refuse the same, so that they can be
/// compared.
/// </summary>
public sealed partial class IngestionTests(DotnetServices pair) : IClassFixture<DotnetServices>
{
    private const string DurationMetric = "http_server_request_duration_seconds";

    /// <summary>The hostile bodies that Go gets: one for each way in which a body can be wrong.</summary>
    private static readonly string[] ForGo =
    [
        "a trailing comma", "data twice, once escaped", "text: 33 levels", "half a surrogate pair in UTF-8",
        "another kind of JSON", "endless chunks", "no last chunk",
    ];

    private static readonly string[] ValidTexts =
    [
        """{"a":[1,2.5,-3e2,true,null,"é 😀"],"a":2}""", "42", " {} ", """['say "hi"', "it's", 'it\'s', '\u0027']""",
        """["\ud800"]""", "1e400", HostileBodies.CreateNestedArrays(32), new string('9', 380),
    ];

    private static readonly (string Body, string Type)[] ValidBodies =
    [
        ("""{"\u0064ata":"{}"}""", "Application/JSON"),
        (""" {"more":{"data":1}, "DATA":"{}", "more":[]} """, "application/json; charset=\"UTF-8\""),
        ($$"""{"data":"{}","x":{{HostileBodies.CreateNestedArrays(31)}}}""", "application/json; charset=utf-8"),
        (HostileBodies.CreatePaddedBody(65_536), "application/json"),
    ];

    public static TheoryData<string> Bodies => [.. HostileBodies.All.Select(body => body.Name)];

    [Fact]
    public Task ValidPayloads_Posted_AreParsedOncePerResponse() => ShouldAcceptAsync(pair);

    [Fact]
    public Task PayloadRefusedByBackend_Posted_CallerReceivesDetailOfBackend() => ShouldPassOnDetailAsync(pair);

    [Fact]
    public Task Metrics_OfFrontendAndBackend_HaveTheBucketsOfTheDashboards() => ShouldHaveBucketsAsync(pair);

    [Theory]
    [MemberData(nameof(Bodies))]
    public Task HostileBody_PostedToBothTiers_IsRefusedWithExpectedStatusAndCounted(string name) =>
        pair.ShouldRefuseAndCountAsync(HostileBodies.All.Single(body => body.Name == name));

    /// <summary>The server itself counts some of these requests, and others not.</summary>
    [Fact]
    public async Task MalformedChunks_PostedToBothTiers_AreRefused()
    {
        foreach (var body in HostileBodies.KestrelBodies)
        {
            foreach (var tier in IngestionServices.IngestionPaths.Keys)
                await pair.ShouldRefuseAsync(tier, body);
        }
    }

    /// <summary>All at the same time, because the services refuse each one only after a time limit.</summary>
    [Slow]
    [Fact]
    public Task SlowBodies_PostedAtSameTime_AreRefusedWithTimeoutStatusAndCounted() =>
        pair.ShouldRefuseSlowBodiesAsync();

    /// <summary>One test, because starting the processes takes longer than what it checks.</summary>
    [Slow]
    [Fact]
    [TimeLimit(120)]
    public async Task ServicesInGo_SameRequests_AnswerAndCountLikeThoseInDotnet()
    {
        await using var go = new GoServices();
        await go.InitializeAsync();

        await ShouldAcceptAsync(go);
        await ShouldPassOnDetailAsync(go);
        foreach (var name in ForGo)
            await go.ShouldRefuseAndCountAsync(HostileBodies.All.Single(body => body.Name == name));
        await go.ShouldRefuseSlowBodiesAsync();
        await ShouldHaveBucketsAsync(go);

        var exposed = new Dictionary<string, string>();
        foreach (var tier in go.Addresses.Keys)
            await Promtool.ShouldAcceptAsync(exposed[tier] = await go.ReadMetricsAsync(tier));
        // Each of the pair has metrics that the other one lacks.
        exposed.Where(tier => tier.Key is not "back-end").SelectMany(tier =>
                MetricsRegistryTests.FindDifferences("go", PrometheusText.Parse(tier.Value)))
            .CountBy(finding => finding)
            .Where(finding => finding.Value > 1 || !finding.Key.Contains("does not expose", StringComparison.Ordinal))
            .ShouldBeEmpty();
    }

    private static async Task ShouldAcceptAsync(IngestionServices services)
    {
        var payloads = ValidTexts.Select(text => (IngestionServices.CreatePayload(text), "application/json"));
        foreach (var (body, type) in payloads.Concat(ValidBodies))
        {
            foreach (var (tier, parsing) in new[] { ("front-end", "behind"), ("back-end", "back-end") })
            {
                var before = await services.ReadParsedPayloadCountAsync(parsing);

                (await services.PostAsync(tier, body, type)).ShouldBe((200, ""), body);

                (await services.ReadParsedPayloadCountAsync(parsing)).ShouldBe(before + 1, $"{tier}: {body}");
            }
        }
    }

    private static async Task ShouldPassOnDetailAsync(IngestionServices services)
    {
        var refused = await services.PostAsync("back-end", IngestionServices.CreatePayload("{'a':"));

        var (status, body) = await services.PostAsync("front-end", IngestionServices.CreatePayload("{'a':"));

        status.ShouldBe(400, body);
        DetailPattern().Match(body).Value.ShouldBe(DetailPattern().Match(refused.Body).Value);
        DetailPattern().Match(body).Value.ShouldNotBeEmpty(body);
    }

    private static async Task ShouldHaveBucketsAsync(IngestionServices services)
    {
        foreach (var (tier, path) in IngestionServices.IngestionPaths)
        {
            var before = await services.ReadRequestCountAsync(tier, 200);
            await services.PostAsync(tier, IngestionServices.CreatePayload("{}"));
            await services.ShouldHaveCountedRequestsAsync(tier, before + 1, 200);

            PrometheusText.Parse(await services.ReadMetricsAsync(tier))
                .FindSeries($"{DurationMetric}_bucket", $"http_route=\"{path}\"", "http_request_method=\"POST\"",
                    "http_response_status_code=\"200\"")
                .SelectMany(bucket => BoundPattern().Matches(bucket.Key).Select(match => match.Value)).Distinct()
                .ShouldBe(["0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1",
                    "2.5", "5", "+Inf"]);
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
