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

        ProjectFinder.Find("A", Folder, null).ShouldBe(project);
    }
}
