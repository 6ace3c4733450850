namespace Load.Tests;

/// <summary>Builds a small web service from its folder and from a commit.</summary>
[Slow]
[TimeLimit(180)]
public sealed class SideBuilderTests : FolderTests
{
    [Fact]
    public async Task Folder_WithWebProject_IsBuiltFromCommitAndFromWorkingTree()
    {
        Write("Shop.csproj", """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
              </PropertyGroup>
            </Project>
            """);
        var program = Path.Combine(Folder, "Program.cs");
        const string Code = "var app = WebApplication.Create(); "
            + "app.MapGet(\"/\", () => \"VERSION\"); app.Run();";
        File.WriteAllText(program, Code.Replace("VERSION", "old"));
        foreach (var command in (string[])["init -q", "add .", "-c user.name=t -c user.email=t@t commit -q -m one"])
            await ProcessOutput.ReadAsync("git", $"-C {Folder} {command}");
        File.WriteAllText(program, Code.Replace("VERSION", "newer"));

        await using var builder = new SideBuilder(
            Folder, null, _ => { }, TestContext.Current.CancellationToken);
        (await GetAnswerAsync(await builder.CreateAsync("A", "git:HEAD"))).ShouldBe("old");
        (await GetAnswerAsync(await builder.CreateAsync("B", "."))).ShouldBe("newer");
    }

    private static async Task<string> GetAnswerAsync(Side side)
    {
        var stop = TestContext.Current.CancellationToken;
        await using var process = ServiceProcess.Start(side.Command, side.Folder, ServiceProcess.FindFreePorts(1)[0]);
        await process.WaitUntilListeningAsync(side.Name, TimeSpan.FromSeconds(60), stop);
        using var client = new HttpClient();
        return await client.GetStringAsync($"http://127.0.0.1:{process.Port}/", stop);
    }
}
