namespace Load.Tests;

public sealed class OpenLoopConnectionsTests : LoadToolTests
{
    // Twenty requests are under way at a time, if none has to wait.
    [Fact]
    public async Task Run_AnswerTakesLongerThanTenConnectionsCarry_OpensMore()
    {
        await using var server = await TestServer.StartAsync(async context =>
        {
            await Task.Delay(100);
            await TestServer.HelloAsync(context);
        });

        await Tool.RunAsync(server.Url, "--rate 200/s --duration 1s");

        var run = await Tool.ReadRunAsync();
        (run.Requests, run.Queued).ShouldBe((200, 0), Tool.Output);
    }
}
