namespace ServiceDefaults.Tests;

public sealed class LoadSheddingTests
{
    private const string Rejections = "aspnetcore_rate_limiting_requests_total"
        + "{aspnetcore_rate_limiting_policy=\"\",aspnetcore_rate_limiting_result=\"global_limiter\"}";

    [Fact]
    public async Task LimitReached_Get_Returns503WithRetryAfterAndCountsTheRejection()
    {
        var release = new TaskCompletionSource();
        await using var service = await StartAsync(release, "--Limits:ConcurrentRequests=2");
        (await service.ReadMetricsAsync()).Samples[Rejections].ShouldBe(0);
        var accepted = new[] { service.GetAsync("/wait"), service.GetAsync("/wait") };
        await Eventually.WaitUntilAsync(async () => (await service.ReadMetricsAsync())
            .Sum("aspnetcore_rate_limiting_active_request_leases") is 2);

        using var rejected = await service.Client.GetAsync("/wait", TestContext.Current.CancellationToken);

        ((int)rejected.StatusCode).ShouldBe(503);
        rejected.Headers.RetryAfter!.Delta.ShouldBe(TimeSpan.FromSeconds(1));
        (await service.GetAsync("/health/live")).Status.ShouldBe(200);
        (await service.GetAsync("/health/ready")).Status.ShouldBe(200);
        release.SetResult();
        foreach (var response in await Task.WhenAll(accepted))
            response.Status.ShouldBe(200);
        var metrics = await service.ReadMetricsAsync();
        metrics.Sum("http_server_concurrency_limit").ShouldBe(2);
        metrics.Samples[Rejections].ShouldBe(1);
        // A request has ended a moment after its caller has the response.
        await Eventually.WaitUntilAsync(async () => (await service.GetAsync("/wait")).Status is 200);
    }

    [Fact]
    public async Task QueueAllowed_GetBeyondTheLimit_Waits()
    {
        var release = new TaskCompletionSource();
        await using var service = await StartAsync(
            release, "--Limits:ConcurrentRequests=1", "--Limits:QueuedRequests=1");
        var requests = new[] { service.GetAsync("/wait"), service.GetAsync("/wait") };
        await Eventually.WaitUntilAsync(async () => (await service.ReadMetricsAsync())
            .Sum("aspnetcore_rate_limiting_queued_requests") is 1);

        (await service.GetAsync("/wait")).Status.ShouldBe(503);
        release.SetResult();

        foreach (var response in await Task.WhenAll(requests))
            response.Status.ShouldBe(200);
    }

    private static Task<TestService> StartAsync(TaskCompletionSource release, params string[] args) =>
        TestService.StartAsync(mapRoutes: app => app.MapGet("/wait", () => release.Task), args: args);
}
