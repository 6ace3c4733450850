namespace FrontendApi.Tests.Ingestion;

public sealed class ForwardingTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    private const int PostCount = 3;
    private const string Calls = "backend_call_duration_seconds_count";

    [Theory]
    [InlineData("shared", "async", "none")]
    [InlineData("factory", "sync", "standard")]
    [InlineData("per-request", "async", "hedging")]
    public async Task AnyFlags_PostEvent_ForwardsThePayloadOnceAndCountsIt(
        string client, string mode, string resilience)
    {
        var posted = new ConcurrentQueue<(string Request, string Body, string Connection)>();
        var frontend = await frontends.GetAsync(async context =>
        {
            var request = context.Request;
            posted.Enqueue((
                $"{request.Method} {request.Path} {request.ContentType} {request.ContentLength}",
                await Payloads.ReadBodyAsync(context),
                context.Connection.Id));
        });
        string[] callLabels = [$"strategy=\"ingest-{mode}\"", "operation=\"payload\"", "outcome=\"success\""];
        string[] requestLabels =
            ["\"/ingest/event\"", "\"200\"", $"client=\"{client}\"", $"mode=\"{mode}\"", $"resilience=\"{resilience}\""];
        var calls = await frontend.SumAsync(Calls, callLabels);

        for (var i = 0; i < PostCount; i++)
            (await frontend.PostAsync($"?client={client}&mode={mode}&resilience={resilience}")).ShouldBe((200, ""));

        posted.Count.ShouldBe(PostCount);
        posted.ShouldAllBe(post => post.Body == Payloads.ValidPayload);
        posted.Select(post => post.Request).Distinct()
            .ShouldBe([$"POST /ingest/data application/json {Encoding.UTF8.GetByteCount(Payloads.ValidPayload)}"]);
        posted.Select(post => post.Connection).Distinct().Count().ShouldBe(client is "per-request" ? PostCount : 1);
        await frontend.WaitForRequestsAsync(PostCount, requestLabels);
        (await frontend.SumAsync(Calls, callLabels)).ShouldBe(calls + PostCount);
    }

    /// <summary>Payloads that would grow, shrink or change if they were written anew.</summary>
    [Theory]
    [InlineData(""" { "more": [1, {"data": 2}], "DATA": "{'a':1}", "more": null } """)]
    [InlineData("""{"data":"\u007b\/\u00e9\n😀"}""")]
    public async Task UnusualPayload_PostEvent_ForwardsTheBytesThatCame(string payload)
    {
        var body = "";
        var frontend = await frontends.GetAsync(async context => body = await Payloads.ReadBodyAsync(context));

        (await frontend.PostAsync("", payload)).ShouldBe((200, ""));

        body.ShouldBe(payload);
    }

    [Fact]
    public async Task InvalidFlag_PostEvent_Returns400AndForwardsNothing()
    {
        var frontend = await frontends.GetAsync(Respond.WithStatus(200));

        var (status, body) = await frontend.PostAsync("?strategy=get-from-json");

        status.ShouldBe(400, body);
        JsonElement.Parse(body).GetProperty("errors").GetProperty("strategy")[0].GetString()!
            .ShouldEndWith("Valid flags: client, mode, resilience.");
        frontend.Requests.ShouldBeEmpty();
    }
}
