namespace Load.Tests;

/// <summary>Builds small web services from folders, commits and files.</summary>
[Slow]
[TimeLimit(180)]
public sealed class SideBuilderTests : FolderTests
{
    private const string Code = "var app = WebApplication.Create(); app.MapGet(\"/\", () => \"VERSION\"); app.Run();\n";

    [Fact]
    public async Task Folder_WithWebProject_IsBuiltFromCommitAndFromWorkingTree()
    {
        Write("Shop.csproj", """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup>
                <TargetFrameworks>net8.0;net10.0</TargetFrameworks>
                <ImplicitUsings>enable</ImplicitUsings>
              </PropertyGroup>
            </Project>
            """);
        var program = Write("Program.cs", Code.Replace("VERSION", "old"));
        await CommitAsync();
        File.WriteAllText(program, Code.Replace("VERSION", "newer"));

        await using var builder = CreateBuilder();
        (await GetAnswerAsync(await builder.CreateAsync("A", "git:HEAD"))).ShouldBe("old");
        (await GetAnswerAsync(await builder.CreateAsync("B", "."))).ShouldBe("newer");
    }

    [Fact]
    public async Task File_OfAProgram_IsBuilt()
    {
        Write("app.cs", $"#:sdk Microsoft.NET.Sdk.Web\n#:property PublishAot=false\n{Code}");

        await using var builder = CreateBuilder();
        (await GetAnswerAsync(await builder.CreateAsync("A", "app.cs"))).ShouldBe("VERSION");
    }

    [Fact]
    public void Folder_WithCircularLinks_OnlyProjectIsFound()
    {
        const string Web = """<Project Sdk="Microsoft.NET.Sdk.Web" />""";
        var project = Write("src/Shop/Shop.csproj", Web);
        foreach (var skipped in (string[])["src/Shop/bin", "src/Shop/obj", "a/node_modules/x"])
            Write($"{skipped}/Other.csproj", Web);
        // Packages of one workspace that depend on each other, and links to the folder itself and to nothing.
        string[] packages = ["a", "b", "c"];
        foreach (var from in packages)
        {
            Directory.CreateDirectory($"{Folder}/{from}/lib");
            foreach (var to in packages)
                Directory.CreateSymbolicLink($"{Folder}/{from}/lib/{to}", $"{Folder}/{to}");
        }

        Directory.CreateSymbolicLink($"{Folder}/self", Folder);
        File.CreateSymbolicLink($"{Folder}/Dead.csproj", $"{Folder}/nothing");

        ProjectFinder.Find("A", Folder, null).ShouldBe(project);
    }

    [Fact]
    public async Task Folder_SdkIsNotInstalled_IsSaidWithItsVersion()
    {
        Write("global.json", """{ "sdk": { "version": "7.0.100", "rollForward": "disable" } }""");
        Write("Shop.csproj", """<Project Sdk="Microsoft.NET.Sdk.Web" />""");
        await using var builder = CreateBuilder();

        var error = await Should.ThrowAsync<ServiceException>(() => builder.CreateAsync("A", "."));

        error.Message.ShouldStartWith("A does not build:\n    ");
        error.Message.ShouldContain("7.0.100");
    }

    [Fact]
    public async Task Commit_DoesNotExist_BranchesAreNamed()
    {
        Write("readme.md", "");
        await CommitAsync();
        await GitAsync("", "branch -M dev");
        await using var builder = CreateBuilder();

        var error = await Should.ThrowAsync<ServiceException>(() => builder.CreateAsync("A", "git:main"));

        error.Message.ShouldStartWith("git:main cannot be checked out: ");
        error.Message.ShouldEndWith(". git branch --all lists the branches");
    }

    /// <summary>The tool is killed while it builds, so that it leaves all that it has begun.</summary>
    [Fact]
    public async Task Tool_KilledWhileItBuilds_BuildEndsAndNextCallCleansUp()
    {
        var seconds = Random.Shared.Next(1000, 9999);
        Write("Shop.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
              <Target Name="Wait" BeforeTargets="Restore;Build"><Exec Command="sleep 100.{seconds}" /></Target>
            </Project>
            """);
        await CommitAsync();
        using var tool = LoadProcess.Start(Folder, null, "ab", "git:HEAD", "sleep 50", "--path", "/");
        await WaitForSleepAsync(isRunning: true);

        await LoadProcess.SignalAsync(tool, "KILL");

        await WaitForSleepAsync(isRunning: false);
        (await CountWorkTreesAsync()).ShouldBe(2);
        await using var builder = CreateBuilder();
        await builder.DeleteAbandonedAsync();
        (await CountWorkTreesAsync()).ShouldBe(1);

        Task WaitForSleepAsync(bool isRunning) => Eventually.WaitUntilAsync(
            async () => (await ProcessOutput.ReadAsync("pgrep", $"-fx \"sleep 100.{seconds}\"")) is "" != isRunning);

        async Task<int> CountWorkTreesAsync() =>
            (await ProcessOutput.ReadAsync("git", $"-C {Folder} worktree list")).Count(character => character is '\n');
    }

    /// <summary>
    /// A hook gets variables that name the repository and the index of the command that runs it. The repository has no
    /// project, so that the tool ends after it has checked a commit out.
    /// </summary>
    [Fact]
    public async Task Hook_ComparesWithMain_CommitIsAsWithoutIt()
    {
        Write("shop/a.txt", "1");
        await CommitAsync("shop");
        var tool = $"dotnet {typeof(CommandLine).Assembly.Location} ab git:HEAD . --path /";
        var hook = Write("shop/.git/hooks/pre-commit", $"#!/bin/sh\n{tool} 2> {Folder}/errors\nexit 0\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(hook, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        await GitAsync("shop", "worktree add -q ../linked -b other");

        foreach (var folder in (string[])["shop", "linked"])
        {
            Write($"{folder}/new.txt", "1");
            await GitAsync(folder, "add new.txt");
            Write($"{folder}/a.txt", "2");
            await GitAsync(folder, "-c user.name=t -c user.email=t@t commit -q -m next");

            (await File.ReadAllTextAsync($"{Folder}/errors", TestContext.Current.CancellationToken))
                .ShouldStartWith("A has no web project");
            (await GitAsync(folder, "show --name-status --format=")).ShouldBe("A\tnew.txt\n");
            (await GitAsync(folder, "status --short")).ShouldBe(" M a.txt\n");
        }
    }

    private async Task CommitAsync(string folder = "")
    {
        foreach (var command in (string[])["init -q", "add .", "-c user.name=t -c user.email=t@t commit -q -m one"])
            await GitAsync(folder, command);
    }

    private Task<string> GitAsync(string folder, string command) =>
        ProcessOutput.ReadAsync("git", $"-C {Path.Combine(Folder, folder)} {command}");

    private SideBuilder CreateBuilder() => new(Folder, null, _ => { }, TestContext.Current.CancellationToken);

    private static async Task<string> GetAnswerAsync(Side side)
    {
        var stop = TestContext.Current.CancellationToken;
        await using var process = await ServiceProcess.StartAsync(side.Command, side.Folder, stop);
        using var client = new HttpClient();
        return await client.GetStringAsync(process.Address, stop);
    }
}
