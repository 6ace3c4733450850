namespace FrontendApi.Tests;

public sealed class HealthTests
{
    [Fact]
    public async Task Ready_BackendAnswers_Is200()
    {
        await using var backend = await StubBackend.StartAsync(_ => Task.CompletedTask);
        await using var frontend = new Frontend(backend.Address);

        (await frontend.GetAsync("/health/ready")).ShouldBe((200, "Healthy"));
        (await frontend.GetAsync("/health/live")).ShouldBe((200, "Healthy"));
        backend.Requests.ShouldBe(["/health/live"]);
    }

    [Fact]
    public async Task Ready_BackendDown_Is503ThatSaysWhyAndLiveIsStill200()
    {
        await using var frontend = new Frontend("http://127.0.0.1:1");

        var problem = await frontend.GetProblemAsync("/health/ready", 503);

        problem.GetProperty("detail").GetString().ShouldBe("back-end: nothing answers at http://127.0.0.1:1/");
        (await frontend.GetAsync("/health/live")).Status.ShouldBe(200);
    }

    [Fact]
    public async Task Ready_BackendFails_Is503ThatSaysWhy()
    {
        await using var backend = await StubBackend.StartAsync(context =>
        {
            context.Response.StatusCode = 500;
            return Task.CompletedTask;
        });
        await using var frontend = new Frontend(backend.Address);

        var problem = await frontend.GetProblemAsync("/health/ready", 503);

        problem.GetProperty("detail").GetString().ShouldBe("back-end: it answered 500");
    }
}
