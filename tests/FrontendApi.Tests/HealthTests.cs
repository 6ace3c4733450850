namespace FrontendApi.Tests;

public sealed class HealthTests
{
    [Fact]
    public async Task BackendUp_GetReady_Returns200()
    {
        await using var frontend = await FrontendUnderTest.StartAsync(Respond.WithStatus(200));

        (await frontend.GetAsync("/health/ready")).ShouldBe((200, "Healthy"));
        (await frontend.GetAsync("/health/live")).ShouldBe((200, "Healthy"));
        frontend.Requests.ShouldBe(["/health/live"]);
    }

    [Fact]
    public async Task BackendDown_GetReady_Returns503WithTheReasonAndLiveReturns200()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var problem = await frontend.GetProblemAsync("/health/ready", 503);

        problem.GetProperty("detail").GetString().ShouldBe("back-end: no connection to http://127.0.0.1:1/");
        (await frontend.GetAsync("/health/live")).Status.ShouldBe(200);
    }

    [Fact]
    public async Task BackendFails_GetReady_Returns503WithTheReason()
    {
        await using var frontend = await FrontendUnderTest.StartAsync(Respond.WithStatus(500));

        var problem = await frontend.GetProblemAsync("/health/ready", 503);

        problem.GetProperty("detail").GetString().ShouldBe("back-end: the health check returned status 500");
    }
}
