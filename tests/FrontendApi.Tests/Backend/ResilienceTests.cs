using System.Collections.Concurrent;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Testing;

namespace FrontendApi.Tests.Backend;

/// <summary>Tests the query flag resilience. A customer with its three orders takes four calls.</summary>
public sealed class ResilienceTests
{
    private const string Attempts = "http_client_request_duration_seconds_count";
    private const string Calls = "backend_call_duration_seconds_count";

    private static readonly (string, string)[] NoDelay = [("Resilience:RetryDelay", "00:00:00")];

    private static readonly Dictionary<string, RequestDelegate> Faults = new()
    {
        ["no response"] = Respond.Never,
        ["error after which to wait"] = context =>
        {
            context.Response.Headers.RetryAfter = "60";
            return Respond.WithStatus(503)(context);
        },
    };

    /// <summary>Every mode that sends again, with each lifetime and each kind of HttpClient strategy.</summary>
    [Theory]
    [InlineData("standard", "factory", "string-jsonconvert")]
    [InlineData("standard", "shared", "get-stream-stj")]
    [InlineData("standard", "per-request", "get-from-json")]
    [InlineData("hedging", "factory", "get-stream-stj")]
    [InlineData("hedging", "shared", "get-from-json")]
    [InlineData("hedging", "per-request", "string-jsonconvert")]
    [InlineData("retry", "factory", "get-from-json")]
    [InlineData("retry", "shared", "string-jsonconvert")]
    [InlineData("retry", "per-request", "get-stream-stj")]
    [InlineData("budget", "factory", "string-jsonconvert")]
    [InlineData("budget", "shared", "get-stream-stj")]
    [InlineData("budget", "per-request", "get-from-json")]
    public async Task OneFailure_GetCustomer_SendsAgainAndCountsBothAttempts(string mode, string client, string strategy)
    {
        await using var backend = await StubBackend.StartAsync(Respond.AtFirst(1, Respond.WithStatus(503)));
        // Only the standard mode waits before it sends again.
        await using var frontend = mode is "standard"
            ? CreateHurried(backend)
            : new FrontendUnderTest(backend.Address, NoDelay);

        var (status, body) = await frontend.GetAsync(
            $"/api/customer/1?resilience={mode}&client={client}&strategy={strategy}");

        status.ShouldBe(200, body);
        backend.Requests.Count.ShouldBe(5);
        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum(Attempts, "http_response_status_code=\"503\"").ShouldBe(1);
        metrics.Sum(Attempts, "http_response_status_code=\"200\"", $"strategy=\"{strategy}\"").ShouldBe(4);
        metrics.Sum(Calls, "outcome=\"success\"").ShouldBe(4);
        metrics.Sum(Calls).ShouldBe(4, "An attempt and its repetitions are one call.");
        metrics.FindSeries("resilience_polly_strategy_events_total",
            mode is "hedging" ? "event_name=\"OnHedging\"" : "event_name=\"OnRetry\"",
            $"pipeline_name=\"backend-1.1-{mode}-{(mode is "hedging" ? "standard-hedging" : mode)}\"").ShouldNotBeEmpty();
    }

    [Theory]
    [InlineData("none", 503, 502)]
    [InlineData("breaker", 503, 502)]
    [InlineData("standard", 404, 404)]
    [InlineData("standard", 400, 502)]
    [InlineData("hedging", 404, 404)]
    [InlineData("retry", 404, 404)]
    [InlineData("budget", 400, 502)]
    public async Task ModeOrStatusWithoutRetry_GetCustomer_SendsOneRequest(string mode, int backendStatus, int status)
    {
        await using var backend = await StubBackend.StartAsync(Respond.WithStatus(backendStatus));
        await using var frontend = new FrontendUnderTest(backend.Address, NoDelay);

        await frontend.GetProblemAsync($"/api/customer/1?resilience={mode}", status);

        backend.Requests.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData("retry", 408, 3)]
    [InlineData("retry", 429, 3)]
    [InlineData("budget", 500, 3)]
    [InlineData("standard", 500, 4)]
    [InlineData("hedging", 429, 2)]
    public async Task RepeatedFailure_GetCustomer_GivesUpAfterTheRetries(string mode, int backendStatus, int requests)
    {
        await using var backend = await StubBackend.StartAsync(Respond.WithStatus(backendStatus));
        await using var frontend = CreateHurried(backend, ("Resilience:Retries", "2"));

        await frontend.GetProblemAsync($"/api/customer/1?resilience={mode}", 502);

        backend.Requests.Count.ShouldBe(requests);
    }

    [Fact]
    public async Task BackendDown_GetCustomerWithRetries_CountsAttemptsWithoutResponse()
    {
        await using var frontend = new FrontendUnderTest(
            FrontendUnderTest.NoBackend, [.. NoDelay, ("Resilience:Retries", "2")]);

        await frontend.GetProblemAsync("/api/customer/1?resilience=retry", 502);

        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum(Attempts, "error_type=\"no_response\"", "http_response_status_code=\"\"").ShouldBe(3);
        metrics.Sum(Calls, "outcome=\"connection_error\"").ShouldBe(1);
    }

    /// <summary>A handler sees the headers of a response, and no body.</summary>
    [Theory]
    [InlineData("standard", "string-jsonconvert")]
    [InlineData("hedging", "get-stream-stj")]
    [InlineData("retry", "get-from-json")]
    public async Task FailureAfterTheHeaders_GetCustomer_IsNotRepeated(string mode, string strategy)
    {
        var headersArrived = new TaskCompletionSource();
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            await Respond.WithHeaders(context);
            await headersArrived.Task.WaitAsync(context.RequestAborted);
            context.Abort();
        });
        await using var frontend = new FrontendUnderTest(backend.Address, NoDelay);

        var problem = frontend.GetProblemAsync($"/api/customer/1?resilience={mode}&strategy={strategy}", 502);
        await Eventually.WaitUntilAsync(async () =>
            (await frontend.GetMetricsAsync()).Sum(Attempts, "http_response_status_code=\"200\"") is 1);
        headersArrived.SetResult();
        await problem;

        backend.Requests.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData("none", 40)]
    [InlineData("retry", 160)]
    [InlineData("budget", 53)]
    [InlineData("breaker", 40)]
    [InlineData("hedging", 80)]
    public async Task AllCallsFail_FortyGets_CallTheBackendAsOftenAsTheModeAllows(string mode, int requests)
    {
        await using var backend = await StubBackend.StartAsync(Respond.WithStatus(500));
        await using var frontend = new FrontendUnderTest(
            backend.Address, [.. NoDelay, ("Resilience:MinimumThroughput", "1000000")]);

        for (var i = 0; i < 40; i++)
            await frontend.GetProblemAsync($"/api/customer/1?resilience={mode}", 502);

        backend.Requests.Count.ShouldBe(requests);
    }

    [Fact]
    public async Task RetryAndEveryFifthCallFails_GetCustomer_AlwaysReturns200()
    {
        await using var backend = await StartFailingEachAsync(5);
        await using var frontend = new FrontendUnderTest(backend.Address, NoDelay);

        for (var i = 0; i < 60; i++)
            (await frontend.GetAsync("/api/customer/1?resilience=retry")).Status.ShouldBe(200);

        backend.Requests.Count.ShouldBeInRange(299, 301);
    }

    /// <summary>The circuit breaker of the library turns failures that its retries would save into an outage.</summary>
    [Fact]
    public async Task StandardAndEveryNinthCallFails_GetCustomer_OpensTheCircuit()
    {
        await using var backend = await StartFailingEachAsync(9);
        await using var frontend = CreateHurried(backend);
        var statuses = new List<int>();

        for (var i = 0; i < 60; i++)
            statuses.Add((await frontend.GetAsync("/api/customer/1?resilience=standard")).Status);

        statuses.Take(20).ShouldAllBe(status => status == 200);
        statuses.Skip(40).ShouldAllBe(status => status == 503);
        (await frontend.GetMetricsAsync()).Sum("backend_circuit_state", "circuit=\"backend-1.1-standard\"").ShouldBe(1);
    }

    [Fact]
    public async Task CircuitOpen_GetCustomer_Returns503WithRetryAfterForEveryLifetimeOfTheMode()
    {
        await using var backend = await StubBackend.StartAsync(Respond.WithStatus(500));
        await using var frontend = new FrontendUnderTest(
            backend.Address, ("Resilience:MinimumThroughput", "2"), ("Resilience:BreakDuration", "00:10:00"));
        await frontend.GetProblemAsync("/api/customer/1?resilience=breaker", 502);
        await frontend.GetProblemAsync("/api/customer/1?resilience=breaker", 502);
        using var client = frontend.CreateHttpClient();
        string[] others = ["client=factory", "client=shared", "client=per-request", "strategy=string-jsonconvert"];

        foreach (var flags in others)
        {
            using var response = await client.GetAsync(
                $"/api/customer/1?resilience=breaker&{flags}", TestContext.Current.CancellationToken);
            ((int)response.StatusCode).ShouldBe(503, flags);
            response.Headers.RetryAfter!.Delta!.Value.TotalMinutes.ShouldBeInRange(1, 10);
        }

        backend.Requests.Count.ShouldBe(2);
        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum("backend_circuit_state", "circuit=\"backend-1.1-breaker\"").ShouldBe(1);
        metrics.Sum(Calls, "outcome=\"not_sent\"").ShouldBe(4);
        await frontend.GetProblemAsync("/api/customer/1?resilience=none", 502);
    }

    [Theory]
    [InlineData("string-jsonconvert")]
    [InlineData("get-stream-stj")]
    [InlineData("get-from-json")]
    public async Task HedgingAndNoResponse_GetCustomer_ReturnsTheSecondAttempts(string strategy)
    {
        var seen = new ConcurrentDictionary<string, bool>();
        await using var backend = await StubBackend.StartAsync(context => seen.TryAdd(context.Request.Path, true)
            ? Respond.Never(context)
            : BackendDocuments.SendAsync(context));
        await using var frontend = CreateHurried(backend);

        var (status, body) = await frontend.GetAsync($"/api/customer/1?strategy={strategy}&resilience=hedging");

        status.ShouldBe(200, body);
        backend.Requests.Count.ShouldBe(8);
        (await frontend.GetMetricsAsync()).Sum(Calls, "outcome=\"success\"").ShouldBe(4);
    }

    [Theory]
    [InlineData("standard", "no response")]
    [InlineData("standard", "error after which to wait")]
    [InlineData("hedging", "no response")]
    [InlineData("retry", "no response")]
    [InlineData("retry", "error after which to wait")]
    [InlineData("budget", "error after which to wait")]
    [InlineData("breaker", "no response")]
    public async Task CallWithItsRetriesTakesTooLong_GetCustomer_Returns504AtTheTimeLimit(string mode, string fault)
    {
        await using var backend = await StubBackend.StartAsync(Faults[fault]);
        await using var frontend = new FrontendUnderTest(backend.Address, ("Backend:Timeout", "00:00:00.4"));

        var problem = await frontend.GetProblemAsync($"/api/customer/1?resilience={mode}", 504);

        problem.GetProperty("title").GetString().ShouldBe("The back-end was too slow");
        (await frontend.GetMetricsAsync()).Sum(Calls, "outcome=\"timeout\"").ShouldBe(1);
    }

    /// <summary>Starts a front-end that does not wait before it sends a request again.</summary>
    private static FrontendUnderTest CreateHurried(StubBackend backend, params (string, string)[] settings) =>
        new(backend.Address, settings)
        {
            ExtraServices = services => services.AddSingleton<TimeProvider>(new HurriedTime()),
        };

    /// <summary>Starts a back-end of which every nth answer is an error.</summary>
    private static Task<StubBackend> StartFailingEachAsync(int n)
    {
        var requests = 0;
        return StubBackend.StartAsync(context => Interlocked.Increment(ref requests) % n is 0
            ? Respond.WithStatus(500)(context)
            : BackendDocuments.SendAsync(context));
    }
}
