namespace FrontendApi.Tests.Backend;

/// <summary>Tests the header that tells the back-end how long the front-end still waits.</summary>
public sealed class DeadlineTests
{
    private const string Header = "Request-Timeout-Ms";

    [Theory]
    [InlineData("get-from-json", "true", "7500")]
    [InlineData("webclient-async", "true", "7500")]
    [InlineData("webclient-sync", "true", "7500")]
    [InlineData("get-from-json", "false", "")]
    public async Task Timeout_GetCustomer_TellsTheBackendIfConfigured(string strategy, string setting, string expected)
    {
        var (sent, time) = (new ConcurrentQueue<string>(), new ManualTime());
        await using var frontend = await FrontendUnderTest.StartAsync(
            context =>
            {
                sent.Enqueue(context.Request.Headers[Header].ToString());
                return BackendDocuments.SendAsync(context);
            },
            services => services.AddSingleton<TimeProvider>(time),
            [("Backend:SendDeadline", setting), ("Backend:Timeout", "00:00:07.500")]);

        await frontend.GetBodyAsync($"/api/customer/1?strategy={strategy}");

        sent.Count.ShouldBe(4);
        sent.ShouldAllBe(value => value == expected);
    }

    [Fact]
    public async Task Retry_GetCustomer_SendsTheTimeThatIsLeft()
    {
        var (sent, time) = (new ConcurrentQueue<string>(), new ManualTime());
        await using var frontend = await FrontendUnderTest.StartAsync(
            context =>
            {
                sent.Enqueue(context.Request.Headers[Header].ToString());
                time.Advance(TimeSpan.FromSeconds(4));
                return Respond.WithStatus(503)(context);
            },
            services => services.AddSingleton<TimeProvider>(time),
            [("Backend:SendDeadline", "true"), ("Resilience:RetryDelay", "00:00:00"), ("Resilience:Retries", "1")]);

        await frontend.GetProblemAsync("/api/customer/1?resilience=retry", 502);

        sent.ShouldBe(["10000", "6000"]);
    }
}
