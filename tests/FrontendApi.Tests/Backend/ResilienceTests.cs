using FrontendApi.Strategies;

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
        backend.Requests.Count.ShouldBe(5);
        var metrics = await frontend.GetMetricsAsync();
        metrics.Sum("backend_call_duration_seconds_count", "outcome=\"error_status\"").ShouldBe(1);
        metrics.Sum("backend_call_duration_seconds_count", "outcome=\"success\"").ShouldBe(4);
        metrics.Sum("backend_resilience_events_total", "event=\"OnRetry\"").ShouldBe(1);
        metrics.Sum("backend_resilience_events_total", "event=\"ExecutionAttempt\"").ShouldBe(5);
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
