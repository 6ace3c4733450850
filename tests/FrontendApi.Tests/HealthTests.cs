namespace FrontendApi.Tests;

public sealed class HealthTests(SharedFrontends frontends) : IClassFixture<SharedFrontends>
{
    [Fact]
    public async Task BackendUp_GetReady_Returns200()
    {
        var frontend = await frontends.GetAsync(Respond.WithStatus(200));

        (await frontend.GetAsync("/health/ready")).ShouldBe((200, "Healthy"));
        (await frontend.GetAsync("/health/live")).ShouldBe((200, "Healthy"));
        frontend.Requests.ShouldBe(["/health/live"]);
    }

    [Fact]
    public async Task BackendDownOrFails_GetReady_Returns503WithTheReasonAndLiveReturns200()
    {
        await using var down = new FrontendUnderTest(FrontendUnderTest.NoBackend);
        var failing = await frontends.GetAsync(Respond.WithStatus(500));

        (await down.GetProblemAsync("/health/ready", 503)).GetProperty("detail").GetString()
            .ShouldBe("back-end: no connection to http://127.0.0.1:1/");
        (await failing.GetProblemAsync("/health/ready", 503)).GetProperty("detail").GetString()
            .ShouldBe("back-end: the health check returned status 500");
        (await down.GetAsync("/health/live")).Status.ShouldBe(200);
    }
}
