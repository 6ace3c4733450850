using System.Collections.Concurrent;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

namespace FrontendApi.Tests.Ingestion;

public sealed class ForwardingTests
{
    private const int PostCount = 3;
    private const string Requests = "http_server_request_duration_seconds_count";

    /// <summary>Payloads that would grow, shrink or change if they were written anew.</summary>
    public static TheoryData<string> UnusualPayloads =>
    [
        """ { "more": [1, {"data": 2}], "DATA": "{'a':1}", "more": null } """,
        """{"data":"\u007b\/\u00e9\n"}""",
        $$"""{"data":"{{string.Concat(Enumerable.Repeat("😀", 16_000))}}"}""",
        $$"""{"data":"{{new string('\u007f', 65_000)}}"}""",
        $$"""{"data":"{{new string('\u2028', 21_000)}}"}""",
    ];

    [Theory]
    [MemberData(nameof(IngestionFlagData.Pairs), MemberType = typeof(IngestionFlagData))]
    public async Task AnyFlags_PostEvent_ForwardsThePayloadOnceAndCountsIt(
        string client, string mode, string resilience)
    {
        var posted = new ConcurrentQueue<(string Request, string Body, string Connection)>();
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            var request = context.Request;
            posted.Enqueue((
                $"{request.Method} {request.Path} {request.ContentType} {request.ContentLength}",
                await Payloads.ReadBodyAsync(context),
                context.Connection.Id));
        });
        await using var frontend = new FrontendUnderTest(backend.Address);

        for (var i = 0; i < PostCount; i++)
            (await frontend.PostAsync($"?client={client}&mode={mode}&resilience={resilience}")).ShouldBe((200, ""));

        posted.Count.ShouldBe(PostCount);
        posted.ShouldAllBe(post => Payloads.GetData(post.Body) == Payloads.GetData(Payloads.ValidPayload));
        posted.Select(post => post.Request).Distinct()
            .ShouldBe([$"POST /ingest/data application/json {Encoding.UTF8.GetByteCount(posted.First().Body)}"]);
        posted.Select(post => post.Connection).Distinct().Count().ShouldBe(client is "per-request" ? PostCount : 1);
        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum(Requests, "http_route=\"/ingest/event\"", "http_response_status_code=\"200\"",
            $"client_lifetime=\"{client}\"", $"mode=\"{mode}\"", $"resilience=\"{resilience}\"").ShouldBe(PostCount);
        metrics.Sum("backend_call_duration_seconds_count",
            $"strategy=\"ingest-{mode}\"", "operation=\"payload\"", "outcome=\"success\"").ShouldBe(PostCount);
    }

    [Theory]
    [MemberData(nameof(UnusualPayloads))]
    public async Task UnusualPayload_PostEvent_ForwardsTheBytesThatCame(string payload)
    {
        var body = "";
        await using var backend = await StubBackend.StartAsync(async context =>
            body = await Payloads.ReadBodyAsync(context));
        await using var frontend = new FrontendUnderTest(backend.Address);

        (await frontend.PostAsync("", payload)).ShouldBe((200, ""));

        body.ShouldBe(payload);
    }

    [Theory]
    [InlineData("client=nonsense", "client")]
    [InlineData("mode=nonsense", "mode")]
    [InlineData("mode=", "mode")]
    [InlineData("mode=sync&mode=async", "mode")]
    [InlineData("resilience=nonsense", "resilience")]
    [InlineData("strategy=get-from-json", "strategy")]
    [InlineData("fanout=parallel", "fanout")]
    [InlineData("Mode=sync&clinet=shared", "clinet")]
    public async Task InvalidFlag_PostEvent_Returns400AndForwardsNothing(string query, string flag)
    {
        await using var backend = await StubBackend.StartAsync(_ => Task.CompletedTask);
        await using var frontend = new FrontendUnderTest(backend.Address);

        var (status, body) = await frontend.PostAsync($"?{query}");

        status.ShouldBe(400, body);
        var known = Flags.OfIngestion.SingleOrDefault(known => known.Name == flag);
        JsonDocument.Parse(body).RootElement.GetProperty("errors").GetProperty(flag)[0].GetString()!.ShouldEndWith(
            known is null ? "Valid flags: client, mode, resilience." : $"Valid values: {string.Join(", ", known.Values)}.");
        backend.Requests.ShouldBeEmpty();
    }

    [Fact]
    public async Task NamesInOtherCase_PostEvent_AreAccepted()
    {
        await using var backend = await StubBackend.StartAsync(_ => Task.CompletedTask);
        await using var frontend = new FrontendUnderTest(backend.Address);

        (await frontend.PostAsync("?MODE=Sync&Client=SHARED")).Status.ShouldBe(200);

        (await frontend.GetMetricsAsync()).Sum(Requests, "client_lifetime=\"shared\"", "mode=\"sync\"").ShouldBe(1);
    }

    [Fact]
    public async Task DefaultsConfigured_PostEventWithoutFlags_UsesTheDefaults()
    {
        await using var backend = await StubBackend.StartAsync(_ => Task.CompletedTask);
        await using var frontend = new FrontendUnderTest(backend.Address,
            ("Client:Lifetime", "shared"), ("Client:Mode", "sync"), ("Client:Resilience", "standard"));

        (await frontend.PostAsync("")).Status.ShouldBe(200);

        (await frontend.GetMetricsAsync())
            .Sum(Requests, "client_lifetime=\"shared\"", "mode=\"sync\"", "resilience=\"standard\"").ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(IngestionFlagData.BlockingModes), MemberType = typeof(IngestionFlagData))]
    public async Task CallerDisconnects_PostEvent_CancelsTheCall(string mode)
    {
        var received = new TaskCompletionSource();
        var disconnected = new TaskCompletionSource();
        await using var backend = await StubBackend.StartHoldingRequestsAsync(received, disconnected);
        await using var frontend = new FrontendUnderTest(backend.Address);
        using var client = frontend.CreateHttpClient();
        using var disconnect = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using var content = new StringContent(Payloads.ValidPayload, new MediaTypeHeaderValue("application/json"));

        var response = client.PostAsync($"/ingest/event?mode={mode}", content, disconnect.Token);
        await received.Task.WaitAsync(TestContext.Current.CancellationToken);
        await disconnect.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => response);
        await disconnected.Task.WaitAsync(TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task IngestionRoute_OpenApiDocument_HasFlagsBodyAndResponses()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var document = JsonDocument.Parse((await frontend.GetAsync("/openapi/v1.json")).Body).RootElement;

        var post = document.GetProperty("paths").GetProperty("/ingest/event").GetProperty("post");
        post.GetProperty("parameters").EnumerateArray().Select(parameter => parameter.GetProperty("name").GetString())
            .ShouldBe(Flags.OfIngestion.Select(flag => flag.Name));
        post.GetProperty("requestBody").GetProperty("content").TryGetProperty("application/json", out _).ShouldBeTrue();
        post.GetProperty("responses").EnumerateObject().Select(response => response.Name)
            .ShouldBe(["200", "400", "408", "413", "415", "502", "503", "504"], ignoreOrder: true);
    }
}
