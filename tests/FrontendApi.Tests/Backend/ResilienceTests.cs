using System.Collections.Concurrent;
using FrontendApi.Strategies;
using FrontendApi.Tests.Ingestion;
using Testing;

namespace FrontendApi.Tests.Backend;

public sealed class ResilienceTests
{
    private static readonly (string, string)[] NoDelay = [("Resilience:RetryDelay", "00:00:00")];

    [Theory]
    [MemberData(nameof(StrategyData.All), MemberType = typeof(StrategyData))]
    public async Task StandardResilienceAndOneFailure_GetCustomer_RetriesAndCountsBothAttempts(string strategy)
    {
        await using var backend = await StartFailingAsync(failures: 1, status: 503);
        await using var frontend = new FrontendUnderTest(backend.Address, NoDelay);

        var (status, body) = await frontend.GetAsync($"/api/customer/1?strategy={strategy}&resilience=standard");

        status.ShouldBe(200, body);
        var calls = StrategyData.CountCalls(strategy);
        backend.Requests.Count.ShouldBe(calls + 1);
        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum("backend_call_duration_seconds_count", "outcome=\"error_status\"").ShouldBe(1);
        metrics.Sum("backend_call_duration_seconds_count", "outcome=\"success\"").ShouldBe(calls);
        metrics.Sum("backend_resilience_events_total", "event=\"OnRetry\"").ShouldBe(1);
        metrics.Sum("backend_resilience_events_total", "event=\"ExecutionAttempt\"").ShouldBe(calls + 1);
    }

    [Fact]
    public async Task NoResilienceAndOneFailure_GetCustomer_DoesNotRetry()
    {
        await using var backend = await StartFailingAsync(failures: 1, status: 503);
        await using var frontend = new FrontendUnderTest(backend.Address, NoDelay);

        await frontend.GetProblemAsync("/api/customer/1?resilience=none", 502);

        backend.Requests.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData(404, 404)]
    [InlineData(400, 502)]
    public async Task StandardResilienceAndPermanentFailure_GetCustomer_DoesNotRetry(int backendStatus, int status)
    {
        await using var backend = await StartFailingAsync(failures: 99, backendStatus);
        await using var frontend = new FrontendUnderTest(backend.Address, NoDelay);

        await frontend.GetProblemAsync("/api/customer/1?resilience=standard", status);

        backend.Requests.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData(408)]
    [InlineData(429)]
    [InlineData(500)]
    public async Task StandardResilienceAndRepeatedFailure_GetCustomer_GivesUpAfterTheRetries(int backendStatus)
    {
        await using var backend = await StartFailingAsync(failures: 99, backendStatus);
        await using var frontend = new FrontendUnderTest(backend.Address, [.. NoDelay, ("Resilience:Retries", "2")]);

        await frontend.GetProblemAsync("/api/customer/1?resilience=standard", 502);

        backend.Requests.Count.ShouldBe(3);
    }

    [Fact]
    public async Task CircuitOpen_GetCustomer_Returns503WithRetryAfterAndDoesNotCallTheBackend()
    {
        await using var backend = await StartFailingAsync(failures: 99, status: 500);
        await using var frontend = new FrontendUnderTest(backend.Address,
        [
            .. NoDelay, ("Resilience:MinimumThroughput", "2"), ("Resilience:Retries", "1"),
            ("Resilience:BreakDuration", "00:00:09.5"),
        ]);
        await frontend.GetProblemAsync("/api/customer/1?resilience=standard", 502);
        var requests = backend.Requests.Count;

        using var client = frontend.CreateHttpClient();
        foreach (var strategy in StrategyCatalog.Names)
        {
            using var response = await client.GetAsync(
                $"/api/customer/1?strategy={strategy}&resilience=standard", TestContext.Current.CancellationToken);
            ((int)response.StatusCode).ShouldBe(503, strategy);
            response.Headers.RetryAfter!.Delta!.Value.TotalSeconds.ShouldBeInRange(1, 10);
        }

        backend.Requests.Count.ShouldBe(requests);
        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum("backend_circuit_state").ShouldBe(1);
        metrics.Sum("backend_resilience_events_total", "event=\"OnCircuitOpened\"").ShouldBe(1);
    }

    [Fact]
    public async Task StandardResilienceAndSlowAttempt_GetCustomer_Retries()
    {
        var requests = 0;
        await using var backend = await StubBackend.StartAsync(context => Interlocked.Increment(ref requests) is 1
            ? Task.Delay(Timeout.Infinite, context.RequestAborted)
            : BackendDocuments.SendAsync(context));
        await using var frontend = new FrontendUnderTest(backend.Address,
            [.. NoDelay, ("Resilience:AttemptTimeout", "00:00:00.3")]);

        (await frontend.GetAsync("/api/customer/1?resilience=standard")).Status.ShouldBe(200);

        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum("backend_resilience_events_total", "source=\"attempt-timeout\"", "event=\"OnTimeout\"").ShouldBe(1);
        metrics.Sum("backend_call_duration_seconds_count", "outcome=\"timeout\"").ShouldBe(1);
    }

    [Fact]
    public async Task StandardResilienceAndTotalTimeoutElapsed_GetCustomer_Returns504()
    {
        await using var backend = await StubBackend.StartAsync(
            context => Task.Delay(Timeout.Infinite, context.RequestAborted));
        await using var frontend = new FrontendUnderTest(backend.Address, ("Resilience:TotalTimeout", "00:00:00.3"));

        await frontend.GetProblemAsync("/api/customer/1?resilience=standard", 504);
    }

    /// <summary>
    /// Sends 300 requests one after the other, of whose calls every tenth or fifth fails. Each aggregate takes four
    /// calls, so about a third or more than half of the aggregates meet a failure.
    /// </summary>
    [Theory]
    [InlineData(10)]
    [InlineData(5)]
    public async Task StandardResilienceAndEveryNthCallFails_GetCustomer_AlwaysReturns200(int n)
    {
        await using var backend = await StartFailingEachAsync(n);
        await using var frontend = new FrontendUnderTest(backend.Address, NoDelay);

        for (var i = 0; i < 300; i++)
            (await frontend.GetAsync("/api/customer/1?resilience=standard")).Status.ShouldBe(200);

        backend.Requests.Count.ShouldBeInRange(1_200 * n / (n - 1) - 2, 1_200 * n / (n - 1) + 2);
    }

    /// <summary>The defaults of Polly's circuit breaker turn failures that retries would save into an outage.</summary>
    [Fact]
    public async Task DefaultsOfPollyAndEveryNinthCallFails_GetCustomer_OpensTheCircuit()
    {
        await using var backend = await StartFailingEachAsync(9);
        await using var frontend = new FrontendUnderTest(backend.Address,
        [
            .. NoDelay, ("Resilience:FailureRatio", "0.1"), ("Resilience:MinimumThroughput", "100"),
            ("Resilience:SamplingDuration", "00:00:30"),
        ]);
        var statuses = new List<int>();

        for (var i = 0; i < 60; i++)
            statuses.Add((await frontend.GetAsync("/api/customer/1?resilience=standard")).Status);

        statuses.Take(20).ShouldAllBe(status => status == 200);
        statuses.Skip(40).ShouldAllBe(status => status == 503);
    }

    [Theory]
    [InlineData("retry", 400)]
    [InlineData("retry-budget", 119)]
    [InlineData("breaker", 100)]
    [InlineData("hedging", 200)]
    [InlineData("none", 100)]
    public async Task AllCallsFail_HundredGets_CallTheBackendAsOftenAsTheModeAllows(string mode, int calls)
    {
        await using var backend = await StartFailingAsync(failures: int.MaxValue, status: 500);
        await using var frontend = new FrontendUnderTest(
            backend.Address, [.. NoDelay, ("Resilience:MinimumThroughput", "1000000")]);

        for (var i = 0; i < 100; i++)
            await frontend.GetProblemAsync($"/api/customer/1?resilience={mode}", 502);

        backend.Requests.Count.ShouldBe(calls);
    }

    [Fact]
    public async Task BreakerAndOneFailure_GetCustomer_DoesNotRetryAndOpensTheCircuitAfterMore()
    {
        await using var backend = await StartFailingAsync(failures: int.MaxValue, status: 500);
        await using var frontend = new FrontendUnderTest(backend.Address, ("Resilience:MinimumThroughput", "2"));

        await frontend.GetProblemAsync("/api/customer/1?resilience=breaker", 502);
        await frontend.GetProblemAsync("/api/customer/1?resilience=breaker", 502);
        await frontend.GetProblemAsync("/api/customer/1?resilience=breaker", 503);

        backend.Requests.Count.ShouldBe(2);
    }

    /// <summary>Sends the first call of each path twice, because the first attempt gets no response.</summary>
    [Theory]
    [MemberData(nameof(StrategyData.HttpClientStrategies), MemberType = typeof(StrategyData))]
    public async Task HedgingAndSlowAttempts_GetCustomer_ReturnsTheSecondAttempts(string strategy)
    {
        var seen = new ConcurrentDictionary<string, bool>();
        await using var backend = await StubBackend.StartAsync(context => seen.TryAdd(context.Request.Path, true)
            ? Task.Delay(Timeout.Infinite, context.RequestAborted)
            : BackendDocuments.SendAsync(context));
        await using var frontend = new FrontendUnderTest(backend.Address, ("Resilience:HedgingDelay", "00:00:00.001"));

        var (status, body) = await frontend.GetAsync($"/api/customer/1?strategy={strategy}&resilience=hedging");

        status.ShouldBe(200, body);
        backend.Requests.Count.ShouldBe(2 * StrategyData.CountCalls(strategy));
        // The slower attempts were given up because the others had answered.
        await Eventually.WaitUntilAsync(async () => (await frontend.GetMetricsAsync())
            .Sum("backend_call_duration_seconds_count", "outcome=\"cancelled\"") == StrategyData.CountCalls(strategy));
        (await frontend.GetMetricsAsync()).Sum("backend_call_duration_seconds_count", "outcome=\"timeout\"").ShouldBe(0);
    }

    [Fact]
    public async Task HedgingAndFinalAnswerOfOneAttempt_GetCustomer_CountsTheOtherAsCancelled()
    {
        var (calls, second) = (0, new TaskCompletionSource());
        await using var backend = await StubBackend.StartAsync(async context =>
        {
            if (Interlocked.Increment(ref calls) > 1)
            {
                second.TrySetResult();
                await Task.Delay(Timeout.Infinite, context.RequestAborted);
            }

            await second.Task.WaitAsync(context.RequestAborted);
            context.Response.StatusCode = 404;
        });
        await using var frontend = new FrontendUnderTest(backend.Address, ("Resilience:HedgingDelay", "00:00:00.001"));

        await frontend.GetProblemAsync("/api/customer/1?resilience=hedging", 404);

        await Eventually.WaitUntilAsync(async () => (await frontend.GetMetricsAsync())
            .Sum("backend_call_duration_seconds_count", "outcome=\"cancelled\"") == 1);
        (await frontend.GetMetricsAsync()).Sum("backend_call_duration_seconds_count", "outcome=\"timeout\"").ShouldBe(0);
    }

    [Fact]
    public async Task CircuitOpenedByReads_PostEvent_IsStillForwarded()
    {
        await using var backend = await StubBackend.StartAsync(context =>
        {
            context.Response.StatusCode = context.Request.Method is "GET" ? 500 : 200;
            return Task.CompletedTask;
        });
        await using var frontend = new FrontendUnderTest(
            backend.Address, [.. NoDelay, ("Resilience:MinimumThroughput", "2"), ("Resilience:Retries", "1")]);
        await frontend.GetProblemAsync("/api/customer/1?resilience=standard", 502);
        await frontend.GetProblemAsync("/api/customer/1?resilience=standard", 503);

        (await frontend.PostAsync("?resilience=standard")).Status.ShouldBe(200);

        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum("backend_circuit_state", "circuit=\"reads\"").ShouldBe(1);
        metrics.Sum("backend_circuit_state", "circuit=\"posts\"").ShouldBe(0);
    }

    /// <summary>Starts a back-end of which every nth answer is an error.</summary>
    private static Task<StubBackend> StartFailingEachAsync(int n)
    {
        var requests = 0;
        return StubBackend.StartAsync(context =>
        {
            if (Interlocked.Increment(ref requests) % n is not 0)
                return BackendDocuments.SendAsync(context);
            context.Response.StatusCode = 500;
            return Task.CompletedTask;
        });
    }

    /// <summary>
    /// Starts a back-end that answers the first requests with an error status, and all later ones with documents.
    /// </summary>
    private static Task<StubBackend> StartFailingAsync(int failures, int status)
    {
        var requests = 0;
        return StubBackend.StartAsync(context =>
        {
            if (Interlocked.Increment(ref requests) > failures)
                return BackendDocuments.SendAsync(context);
            context.Response.StatusCode = status;
            return Task.CompletedTask;
        });
    }
}
