using FrontendApi.Customers.Strategies;

namespace FrontendApi.Tests.Backend;

public sealed class ResilienceTests
{
    private static readonly (string, string)[] Quick = [("Resilience:RetryDelay", "00:00:00")];

    [Theory]
    [MemberData(nameof(Catalog.Strategies), MemberType = typeof(Catalog))]
    public async Task Standard_BackendFailsOnce_TriesAgainAndCountsBoth(string strategy)
    {
        await using var backend = await FailingAtFirst(1, 503);
        await using var frontend = new Frontend(backend.Address, Quick);

        var (status, body) = await frontend.GetAsync($"/api/customer/1?strategy={strategy}&resilience=standard");

        status.ShouldBe(200, body);
        backend.Requests.Count.ShouldBe(5);
        var metrics = await frontend.MetricsAsync();
        metrics.Sum("backend_call_duration_seconds_count", "outcome=\"error_status\"").ShouldBe(1);
        metrics.Sum("backend_call_duration_seconds_count", "outcome=\"success\"").ShouldBe(4);
        metrics.Sum("backend_resilience_events_total", "event=\"OnRetry\"").ShouldBe(1);
        metrics.Sum("backend_resilience_events_total", "event=\"ExecutionAttempt\"").ShouldBe(5);
    }

    [Fact]
    public async Task None_BackendFailsOnce_DoesNotTryAgain()
    {
        await using var backend = await FailingAtFirst(1, 503);
        await using var frontend = new Frontend(backend.Address, Quick);

        await frontend.GetProblemAsync("/api/customer/1?resilience=none", 502);

        backend.Requests.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData(404, 404)]
    [InlineData(400, 502)]
    public async Task Standard_FailureThatStays_IsNotTriedAgain(int backendStatus, int status)
    {
        await using var backend = await FailingAtFirst(99, backendStatus);
        await using var frontend = new Frontend(backend.Address, Quick);

        await frontend.GetProblemAsync("/api/customer/1?resilience=standard", status);

        backend.Requests.Count.ShouldBe(1);
    }

    [Fact]
    public async Task Standard_BackendKeepsFailing_GivesUpAfterItsRetries()
    {
        await using var backend = await FailingAtFirst(99, 500);
        await using var frontend = new Frontend(backend.Address, [.. Quick, ("Resilience:Retries", "2")]);

        await frontend.GetProblemAsync("/api/customer/1?resilience=standard", 502);

        backend.Requests.Count.ShouldBe(3);
    }

    [Fact]
    public async Task Standard_CircuitOpens_Is503WithRetryAfterForEveryStrategyAndTheBackendIsLeftAlone()
    {
        await using var backend = await FailingAtFirst(99, 500);
        await using var frontend = new Frontend(backend.Address,
            [.. Quick, ("Resilience:MinimumThroughput", "2"), ("Resilience:Retries", "1"), ("Resilience:BreakDuration", "00:00:09.5")]);
        await frontend.GetProblemAsync("/api/customer/1?resilience=standard", 502);
        var asked = backend.Requests.Count;

        using var client = frontend.Client();
        foreach (var strategy in StrategyCatalog.Names)
        {
            using var answer = await client.GetAsync($"/api/customer/1?strategy={strategy}&resilience=standard",
                TestContext.Current.CancellationToken);
            ((int)answer.StatusCode).ShouldBe(503, strategy);
            answer.Headers.RetryAfter!.Delta!.Value.TotalSeconds.ShouldBeInRange(1, 10);
        }

        backend.Requests.Count.ShouldBe(asked);
        var metrics = await frontend.MetricsAsync();
        metrics.Sum("backend_circuit_state").ShouldBe(1);
        metrics.Sum("backend_resilience_events_total", "event=\"OnCircuitOpened\"").ShouldBe(1);
    }

    [Fact]
    public async Task Standard_TryIsTooSlow_TriesAgain()
    {
        var asked = 0;
        await using var backend = await StubBackend.StartAsync(context => Interlocked.Increment(ref asked) is 1
            ? Task.Delay(Timeout.Infinite, context.RequestAborted)
            : Documents.Send(context));
        await using var frontend = new Frontend(backend.Address, [.. Quick, ("Resilience:AttemptTimeout", "00:00:00.3")]);

        (await frontend.GetAsync("/api/customer/1?resilience=standard")).Status.ShouldBe(200);

        var metrics = await frontend.MetricsAsync();
        metrics.Sum("backend_resilience_events_total", "source=\"attempt-timeout\"", "event=\"OnTimeout\"").ShouldBe(1);
        metrics.Sum("backend_call_duration_seconds_count", "outcome=\"timeout\"").ShouldBe(1);
    }

    [Fact]
    public async Task Standard_TotalTimeIsUp_Is504()
    {
        await using var backend = await StubBackend.StartAsync(
            context => Task.Delay(Timeout.Infinite, context.RequestAborted));
        await using var frontend = new Frontend(backend.Address, ("Resilience:TotalTimeout", "00:00:00.3"));

        await frontend.GetProblemAsync("/api/customer/1?resilience=standard", 504);
    }

    private static Task<StubBackend> FailingAtFirst(int failures, int status)
    {
        var asked = 0;
        return StubBackend.StartAsync(context =>
        {
            if (Interlocked.Increment(ref asked) > failures)
                return Documents.Send(context);
            context.Response.StatusCode = status;
            return Task.CompletedTask;
        });
    }
}
