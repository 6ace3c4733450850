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
        Write(".git/source/readme.md", "");
        await CommitAsync(".git/source");
        await GitAsync("", $"-c protocol.file.allow=always submodule --quiet add {Folder}/.git/source shared");
        await GitAsync("", "-c user.name=t -c user.email=t@t commit -q -m two");
        // Of git-lfs, where that is not installed.
        WriteScript(".git/hooks/post-checkout", "exit 2");
        File.WriteAllText(program, Code.Replace("VERSION", "newer"));

        var reports = new List<string>();
        await using var builder = CreateBuilder(report: reports.Add);
        var a = await builder.CreateAsync("A", "git:HEAD");
        (await GetAnswerAsync(a)).ShouldBe("old");
        // Git does not clone from a folder here, unless the user allows it.
        reports.ShouldContain(line => line.StartsWith("A: lacks its submodules: ", StringComparison.Ordinal));
        a.Text.ShouldBe("git:HEAD without its submodules");
        (await GetAnswerAsync(await builder.CreateAsync("B", "."))).ShouldBe("newer");
    }

    [Fact]
    public async Task Commit_FolderHasMoreThanIt_GetsItOrIsSaidToLackIt()
    {
        Write("Directory.Build.props",
            "<Project><PropertyGroup><X>$(MSBuildThisFileDirectory)</X></PropertyGroup></Project>");
        Write("shop/.gitignore", "*.Production.json\nsecret/\nbin\nobj\n");
        Write("shop/Shop.csproj", """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
              <ItemGroup><AssemblyMetadata Include="X" Value="$(X)" /></ItemGroup>
            </Project>
            """);
        Write("shop/Program.cs", """
            using System.Reflection;
            var app = WebApplication.Create();
            var above = typeof(Program).Assembly.GetCustomAttribute<AssemblyMetadataAttribute>()!.Value;
            app.MapGet("/", () => $"{app.Configuration["Greeting"]} {above}");
            app.Run();
            """);
        await CommitAsync("shop");
        Write("shop/appsettings.Production.json", """{ "Greeting": "hello" }""");
        Write("shop/secret/more.json", "{}");
        Write("shop/bin/Shop.dll", "");
        await using var builder = new SideBuilder(
            $"{Folder}/shop", new AbSettings(), _ => { }, TestContext.Current.CancellationToken);

        Side[] sides = [await builder.CreateAsync("A", "git:HEAD"), await builder.CreateAsync("B", ".")];

        sides[0].Text.ShouldBe("git:HEAD without secret/");
        sides[0].Identity.ShouldNotBeNull();
        sides[0].Identity.ShouldBe(sides[1].Identity);
        foreach (var side in sides)
            (await GetAnswerAsync(side)).ShouldBe($"hello {Folder}/");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Project_SaysWhereItIsBuiltTo_EachSideHasItsOwnFolder(bool isPublished)
    {
        Write("Program.cs", Code);
        WriteProject("<OutputPath>out/</OutputPath><AppendTargetFrameworkToOutputPath>false</AppendTargetFrameworkToOutputPath>"
            + "<PublishDir>out/</PublishDir>");
        await using var builder = CreateBuilder(new AbSettings { Publish = isPublished, Env = { ["GREETING"] = "hello" } });

        var sides = new[] { await builder.CreateAsync("A", "."), await builder.CreateAsync("B", ".") };

        sides[0].Command.ShouldNotBe(sides[1].Command);
        (await GetAnswerAsync(sides[1])).ShouldBe("VERSION");
        sides[1].Text.ShouldBe(isPublished ? "., published" : ".");
        sides[1].Variables["GREETING"].ShouldBe("hello");
        Directory.Exists($"{Folder}/out").ShouldBeFalse();
    }

    [Theory]
    [InlineData("Version=\"13.0.1\"", "newtonsoft.json", ". with Newtonsoft.Json 13.0.3")]
    [InlineData("", "Newtonsoft.Json", ". with Newtonsoft.Json 13.0.3")]
    [InlineData("VersionOverride=\"13.0.2\"", "Newtonsoft.Json", ". with Newtonsoft.Json 13.0.3")]
    [InlineData("", "Newtonsoft.Jsn", "--package: Shop.csproj has no package Newtonsoft.Jsn. It has: Newtonsoft.Json")]
    public async Task Package_InAnotherVersion_IsResolvedOrRefused(string version, string package, string expected)
    {
        Write("Program.cs", Code);
        Write("Directory.Build.props", "<Project><PropertyGroup><BaseIntermediateOutputPath>$(MSBuildThisFileDirectory)o/"
            + "</BaseIntermediateOutputPath></PropertyGroup></Project>");
        if (!version.StartsWith("Version=", StringComparison.Ordinal))
        {
            Write("Directory.Packages.props", """
                <Project>
                  <PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup>
                  <ItemGroup><PackageVersion Include="Newtonsoft.Json" Version="13.0.1" /></ItemGroup>
                </Project>
                """);
        }

        WriteProject("", $"<PackageReference Include=\"Newtonsoft.Json\" {version} />");
        await using var builder = CreateBuilder();

        string found;
        try
        {
            found = (await builder.CreateWithPackageAsync("A", ".", package, "13.0.3")).Text;
        }
        catch (ServiceException refusal)
        {
            found = refusal.Message;
        }

        found.ShouldBe(expected);
    }

    [Fact]
    public async Task Settings_HaveTheAddress_IsReplacedOrNamed()
    {
        var port = FreePort.FindAddress().Port;
        Write("Program.cs", Code);
        WriteProject("");
        await using var builder = CreateBuilder();
        var side = await builder.CreateAsync("A", ".");
        WriteSettings("\"Urls\": \"ADDRESS\"");
        (await GetAnswerAsync(side)).ShouldBe("VERSION");

        WriteSettings("\"Kestrel\": { \"Endpoints\": { \"Http\": { \"Url\": \"ADDRESS\" } } }");
        var place = $"{port} (appsettings.json, line 1: {{ \"Kestrel\"";
        (await FailAsync()).ShouldContain($", but on {place}");

        using var other = new TcpListener(IPAddress.Loopback, port);
        other.Start();
        var error = await FailAsync();
        error.ShouldContain($": port {place}");
        // With the exception, which has more frames than lines are shown.
        error.ShouldContain("\n    Unhandled exception. System.IO.IOException: Failed to bind to address");

        void WriteSettings(string text) => Write(
            "appsettings.json", $"{{ {text.Replace("ADDRESS", $"http://127.0.0.1:{port}", StringComparison.Ordinal)} }}");

        async Task<string> FailAsync()
        {
            await using var process = ServiceProcess.Start(side, TimeSpan.FromSeconds(15));
            return (await Should.ThrowAsync<ServiceException>(() => process.WaitUntilReadyAsync(default))).Message;
        }
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
        WriteScript("shop/.git/hooks/pre-commit", $"{tool} 2> {Folder}/errors\nexit 0");
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

    private void WriteProject(string properties, string items = "") => Write("Shop.csproj", $"""
        <Project Sdk="Microsoft.NET.Sdk.Web">
          <PropertyGroup>
            <TargetFramework>net10.0</TargetFramework>
            <ImplicitUsings>enable</ImplicitUsings>
            {properties}
          </PropertyGroup>
          <ItemGroup>{items}</ItemGroup>
        </Project>
        """);

    private void WriteScript(string path, string text)
    {
        var script = Write(path, $"#!/bin/sh\n{text}\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserExecute);
    }

    private SideBuilder CreateBuilder(AbSettings? settings = null, Action<string>? report = null) =>
        new(Folder, settings ?? new AbSettings(), report ?? (_ => { }), TestContext.Current.CancellationToken);

    private static async Task<string> GetAnswerAsync(Side side)
    {
        var stop = TestContext.Current.CancellationToken;
        await using var process = await ServiceProcess.StartAsync(side.Command, side.Folder, stop);
        using var client = new HttpClient();
        return await client.GetStringAsync(process.Address, stop);
    }
}
