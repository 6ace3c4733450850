namespace Load.Tests;

public sealed class ProjectFinderTests : FolderTests
{
    private const string Web = """<Project Sdk="Microsoft.NET.Sdk.Web" />""";

    [Fact]
    public void Folder_WithCircularLinks_OnlyProjectIsFound()
    {
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

        Find(TestContext.Current.CancellationToken).ShouldBe(project);
    }

    [Fact]
    [Slow]
    public async Task Folder_WithNamedPipe_IsNotRead()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Named pipes are no files there.");
        await ProcessOutput.ReadAsync("mkfifo", $"{Folder}/Pipe.csproj");

        Should.Throw<ServiceException>(() => Find(TestContext.Current.CancellationToken))
            .Message.ShouldStartWith("A has no web project");
    }

    [Fact]
    public void Search_Stopped_Ends()
    {
        Write("src/Shop.csproj", Web);

        Should.Throw<OperationCanceledException>(() => Find(new CancellationToken(canceled: true)))
            .Message.ShouldStartWith("Stopped during the build");
    }

    private string Find(CancellationToken stop) => ProjectFinder.Find("A", Folder, null, stop);
}
