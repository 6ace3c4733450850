using System.Collections.Concurrent;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using FrontendApi.Flags;

namespace FrontendApi.Tests.Ingestion;

public sealed class ForwardTests
{
    private const int Posts = 3;
    private const string Requests = "http_server_request_duration_seconds_count";

    [Theory]
    [MemberData(nameof(Combinations.All), MemberType = typeof(Combinations))]
    public async Task Payload_OfAnyCombination_IsPostedOnceAsItWasSentAndCounted(string client, string mode, string resilience)
    {
        var posted = new ConcurrentQueue<(string Request, string Body, string Connection)>();
        await using var backend = await StubBackend.StartAsync(async context => posted.Enqueue((
            $"{context.Request.Method} {context.Request.Path} {context.Request.ContentType} {context.Request.ContentLength}",
            await Payloads.ReadAsync(context),
            context.Connection.Id)));
        await using var frontend = new Frontend(backend.Address);

        for (var i = 0; i < Posts; i++)
            (await frontend.PostAsync($"?client={client}&mode={mode}&resilience={resilience}")).ShouldBe((200, ""));

        posted.Count.ShouldBe(Posts);
        posted.ShouldAllBe(post => Payloads.DataOf(post.Body) == Payloads.DataOf(Payloads.Good));
        posted.Select(post => post.Request).Distinct()
            .ShouldBe([$"POST /ingest/data application/json {Encoding.UTF8.GetByteCount(posted.First().Body)}"]);
        posted.Select(post => post.Connection).Distinct().Count().ShouldBe(client is "per-request" ? Posts : 1);
        var metrics = await frontend.MetricsAsync();
        metrics.Sum(Requests, "http_route=\"/ingest/event\"", "http_response_status_code=\"200\"", $"client_lifetime=\"{client}\"",
            $"mode=\"{mode}\"", $"resilience=\"{resilience}\"").ShouldBe(Posts);
        metrics.Sum("backend_call_duration_seconds_count", $"strategy=\"ingest-{mode}\"", "operation=\"payload\"", "outcome=\"success\"")
            .ShouldBe(Posts);
    }

    [Fact]
    public async Task Payload_WithMembersThatNobodyKnows_IsPostedWithoutThem()
    {
        var body = "";
        await using var backend = await StubBackend.StartAsync(async context => body = await Payloads.ReadAsync(context));
        await using var frontend = new Frontend(backend.Address);

        (await frontend.PostAsync("", """{ "more": [1, {"data": 2}], "DATA": "{'a':1}", "more": null }""")).Status.ShouldBe(200);

        body.ShouldBe("""{"data":"{'a':1}"}""");
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
    public async Task Flags_NotUsable_Are400AndNothingIsPosted(string query, string flag)
    {
        await using var backend = await StubBackend.StartAsync(_ => Task.CompletedTask);
        await using var frontend = new Frontend(backend.Address);

        var (status, body) = await frontend.PostAsync($"?{query}");

        status.ShouldBe(400, body);
        var mistake = JsonDocument.Parse(body).RootElement.GetProperty("errors").GetProperty(flag)[0].GetString()!;
        foreach (var value in Flag.OfIngestion.SingleOrDefault(known => known.Name == flag)?.Values ?? ["client, mode, resilience"])
            mistake.ShouldContain(value);
        backend.Requests.ShouldBeEmpty();
    }

    [Fact]
    public async Task Configuration_Defaults_HoldWhereTheCallerDoesNotSay()
    {
        await using var backend = await StubBackend.StartAsync(_ => Task.CompletedTask);
        await using var frontend = new Frontend(backend.Address,
            ("Client:Lifetime", "shared"), ("Client:Mode", "sync"), ("Client:Resilience", "standard"));

        (await frontend.PostAsync("")).Status.ShouldBe(200);

        (await frontend.MetricsAsync()).Sum(Requests, "client_lifetime=\"shared\"", "mode=\"sync\"", "resilience=\"standard\"").ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(Combinations.Modes), MemberType = typeof(Combinations))]
    public async Task Caller_Leaves_CancelsThePost(string mode)
    {
        var asked = new TaskCompletionSource();
        var left = new TaskCompletionSource();
        await using var backend = await StubBackend.HoldingAsync(asked, left);
        await using var frontend = new Frontend(backend.Address);
        using var client = frontend.Client();
        using var leave = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using var content = new StringContent(Payloads.Good, new MediaTypeHeaderValue("application/json"));

        var answer = client.PostAsync($"/ingest/event?mode={mode}", content, leave.Token);
        await asked.Task.WaitAsync(TestContext.Current.CancellationToken);
        await leave.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => answer);
        await left.Task.WaitAsync(TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task OpenApi_Route_HasItsFlagsAndItsBody()
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");

        var document = JsonDocument.Parse((await frontend.GetAsync("/openapi/v1.json")).Body).RootElement;

        var post = document.GetProperty("paths").GetProperty("/ingest/event").GetProperty("post");
        post.GetProperty("parameters").EnumerateArray().Select(parameter => parameter.GetProperty("name").GetString())
            .ShouldBe(Flag.OfIngestion.Select(flag => flag.Name));
        post.GetProperty("requestBody").GetProperty("content").TryGetProperty("application/json", out _).ShouldBeTrue();
        post.GetProperty("responses").EnumerateObject().Select(response => response.Name)
            .ShouldBe(["200", "400", "408", "413", "415", "502", "503", "504"], ignoreOrder: true);
    }
}
