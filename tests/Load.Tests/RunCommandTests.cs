namespace Load.Tests;

public sealed class RunCommandTests : LoadToolTests
{
    [Fact]
    public async Task Run_MixedStatuses_CountsEachStatus()
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            context.Response.StatusCode = (Interlocked.Increment(ref n) % 4) switch { 0 => 503, 1 => 404, _ => 200 };
            return Task.CompletedTask;
        });

        var exit = await Tool.RunAsync(server.Url, "-n 400 --expect 200,404");

        exit.ShouldBe(ExitCode.InvalidResult, Tool.Error);
        Tool.Output.ShouldContain("100 of 400");
        Tool.Output.ShouldMatch(@"✓ 200 +200 .*50\.00 %");
        Tool.Output.ShouldMatch(@"✓ 404 +100 .*25\.00 %");
        Tool.Output.ShouldMatch(@"✗ 503 +100 .*25\.00 %");
        (await Tool.ReadRunAsync()).UnexpectedStatuses!.Keys.ShouldBe(["503"]);
    }

    [Fact]
    public async Task Run_ToolUsesTooMuchCpu_IsInvalidAndFewRequestsHaveNoHighPercentiles()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);
        var cpu = TimeSpan.Zero;
        using var busy = new LoadTool { GetOwnCpuTime = () => cpu += TimeSpan.FromDays(1) };

        var exit = await busy.RunAsync(server.Url, "-n 100 -c 1 --delay 12ms");

        exit.ShouldBe(ExitCode.InvalidResult);
        busy.Output.ShouldContain("INVALID");
        busy.Output.ShouldContain("fewer connections");
        busy.Output.ShouldMatch(@"\n +90 % +\d");
        busy.Output.ShouldMatch(@"\n +95 % +–");
        busy.Output.ShouldMatch(@"\n +99\.99 % +–");
    }

    [Fact]
    public async Task Run_OutIsADash_PrintsOnlyTheResultToStandardOutput()
    {
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync);

        var exit = await Tool.RunAsync(server.Url, "-n 100 -c 1 --out -");

        Tool.ShouldHaveMeasured(exit);
        Tool.Output.Split('\n').ShouldBe([Tool.Output.Trim(), ""]);
        JsonSerializer.Deserialize(Tool.Output, ResultJson.Default.Result)!.Variants[0].Requests.ShouldBe(100);
        Tool.Error.ShouldContain("VALID");
        Directory.GetFileSystemEntries(Tool.Folder).ShouldBeEmpty();
    }
}
