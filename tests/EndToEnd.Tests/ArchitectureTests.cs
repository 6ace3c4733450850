using System.Xml.Linq;
using EndToEnd.Tests.Architecture;

namespace EndToEnd.Tests;

/// <summary>Checks which project may use which, and that the folders of a project use each other in one direction.</summary>
public sealed partial class ArchitectureTests
{
    private const string TestbedWords =
        "front-?end|back-?end|process_memory_anonymous|tcp_time_wait|payloads_total";

    [Theory]
    [InlineData("frontend-api", "FrontendApi")]
    [InlineData("backend-api", "BackendApi")]
    [InlineData("service-defaults", "ServiceDefaults")]
    [InlineData("experiments/Runner", "Experiments")]
    [InlineData("show", "TwoTier.Show")]
    public void Folders_OfProject_UseEachOtherWithoutCycles(string project, string rootNamespace) =>
        FolderUse.FindCycles(FolderUse.FindAll(project, rootNamespace)).ShouldBeEmpty();

    /// <summary>A program starts another program as a process instead of using its types.</summary>
    [Fact]
    public void Projects_ReferenceOnlyAllowedProjects()
    {
        var references =
            from path in RepositoryFiles.Find(".", ".csproj")
            where !path.StartsWith("tests/", StringComparison.Ordinal)
            from reference in XDocument.Parse(RepositoryFiles.Read(path)).Descendants("ProjectReference")
            where reference.Attribute("ReferenceOutputAssembly")?.Value is not "false"
            let used = reference.Attribute("Include")!.Value
            select $"{Path.GetFileNameWithoutExtension(path)} → {Path.GetFileNameWithoutExtension(used)}";

        references.ShouldBe(
            [
                "BackendApi → ServiceDefaults", "Benchmarks → FrontendApi", "FrontendApi → ServiceDefaults",
                "Load → Load.Reports", "Load.Reports → Load.Core", "Experiments → Load.Reports",
            ],
            ignoreOrder: true);
    }

    [Fact]
    public void ServiceDefaults_UseNoHttpClientAndNoResilienceLibrary() =>
        typeof(ServiceDefaults.HealthProbe).Assembly.GetReferencedAssemblies().Select(reference => reference.Name!)
            .Where(name => name.StartsWith("System.Net.Http", StringComparison.Ordinal)
                || name.StartsWith("Microsoft.Extensions.Http", StringComparison.Ordinal)
                || name.StartsWith("Polly", StringComparison.Ordinal)).ShouldBeEmpty();

    /// <summary>
    /// The tests of the pages show results of the testbed. A strategy with the name of a library is no word of it.
    /// </summary>
    [Fact]
    public void LoadToolAndShow_SourceFiles_DoNotMentionTheTestbed()
    {
        var strategies = StrategyCatalog.Names.Where(name => name.Contains('-')).Select(Regex.Escape);
        var words = new Regex(string.Join('|', [TestbedWords, .. strategies]), RegexOptions.IgnoreCase);
        var files =
            from folder in (string[])["load", "show"]
            from extension in (string[])[".cs", ".js"]
            from path in RepositoryFiles.Find(folder, extension)
            where !path.Contains("web/test/", StringComparison.Ordinal)
            select path;

        files.SelectMany(path => words.Matches(RepositoryFiles.Read(path)), (path, word) => $"{path}: {word.Value}")
            .ShouldBeEmpty();
    }

    /// <summary>A strategy can be read, copied and deleted alone.</summary>
    [Fact]
    public void Strategies_DoNotUseEachOther()
    {
        string[] names = [.. StrategyCatalog.All.Select(strategy => strategy.GetType().Name)];
        foreach (var name in names)
        {
            var text = QuotedTextPattern().Replace(RepositoryFiles.Read($"frontend-api/Strategies/{name}.cs"), "");

            names.Where(other => other != name && Regex.IsMatch(text, $@"(?<![.\w]){other}\b"))
                .ShouldBeEmpty($"{name} must not use another strategy.");
        }
    }

    [GeneratedRegex("\"([^\"\\\\]|\\\\.)*\"")]
    private static partial Regex QuotedTextPattern();
}
