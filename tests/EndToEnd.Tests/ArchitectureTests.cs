using System.Xml.Linq;

namespace EndToEnd.Tests;

/// <summary>Checks the dependencies between the projects and folders, and the size of files.</summary>
public sealed partial class ArchitectureTests
{
    private const int MaxColumns = 120;
    private const int MaxLinesOfStrategy = 60;
    private const int MaxLinesOfServiceFile = 150;
    private const int MaxFilesInFolder = 30;

    private static readonly string[] Services = ["frontend-api", "backend-api", "service-defaults"];
    private static readonly string[] FoldersOfPages = ["load", "show", "web"];

    [Theory]
    [InlineData("frontend-api", "FrontendApi")]
    [InlineData("backend-api", "BackendApi")]
    [InlineData("service-defaults", "ServiceDefaults")]
    [InlineData("studies", "Studies")]
    [InlineData("show", "TwoTier.Show")]
    public void Folders_OfProject_AreNamespacesWithoutCycles(string project, string rootNamespace)
    {
        var hasGlobalUsings = RepositoryFiles.Read($"{project}/{rootNamespace.Split('.')[^1]}.csproj")
            .Contains($"<Using Include=\"{rootNamespace}.", StringComparison.Ordinal);

        FolderUse.FindWrongNamespaces(project, rootNamespace).ShouldBeEmpty();
        FolderUse.FindCycles(FolderUse.FindAll(project, rootNamespace, hasGlobalUsings)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("load/core", "TwoTier.Load")]
    [InlineData("load/reports", "TwoTier.Load.Reports")]
    [InlineData("load/cli", "TwoTier.Load.Cli")]
    public void FoldersOfLoadTool_AreNamespacesAndSmall(string project, string rootNamespace)
    {
        FolderUse.FindWrongNamespaces(project, rootNamespace).ShouldBeEmpty();
        RepositoryFiles.Find(project, ".cs").CountBy(path => Path.GetDirectoryName(path)!)
            .Where(folder => folder.Value > MaxFilesInFolder).ShouldBeEmpty();
    }

    /// <summary>Plants a cycle.</summary>
    [Fact]
    public void UsesOfFolders_WithPlantedCycle_AreFound()
    {
        FolderUse[] uses = [new("A", "B", "1"), new("B", "C", "2"), new("C", "B", "3"), new("C", "D", "4")];

        FolderUse.FindCycles(uses).ShouldBe([uses[1], uses[2]]);
    }

    /// <summary>A program starts another program as a process instead of using its types.</summary>
    [Fact]
    public void Projects_ReferenceOnlyAllowedProjects()
    {
        var references =
            from path in RepositoryFiles.Find(".", ".csproj")
            where !path.StartsWith("tests/", StringComparison.Ordinal)
            from reference in XDocument.Parse(RepositoryFiles.Read(path)).Descendants("ProjectReference")
            where reference.Attribute("ReferenceOutputAssembly")?.Value is not "false"
            select $"{Path.GetFileNameWithoutExtension(path)} → {Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value)}";

        references.ShouldBe(
            [
                "BackendApi → ServiceDefaults", "Benchmarks → FrontendApi", "FrontendApi → ServiceDefaults",
                "Load → Load.Reports", "Load.Reports → Load.Core", "Studies → Load.Core",
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
    /// The tests of the web pages show results of the testbed. A strategy with the name of a library is no word of it.
    /// </summary>
    [Fact]
    public void LoadToolAndShow_SourceFiles_DoNotMentionTheTestbed()
    {
        var strategies = StrategyCatalog.Names.Where(name => name.Contains('-')).Select(Regex.Escape);
        var words = new Regex(string.Join('|', [TestbedWords, .. strategies]), RegexOptions.IgnoreCase);

        RepositoryFiles.Find("load", ".cs").Concat(RepositoryFiles.Find("show", ".cs"))
            .Concat(FoldersOfPages.SelectMany(FindScripts))
            .Where(path => !path.Contains("web/test/", StringComparison.Ordinal))
            .SelectMany(path => words.Matches(RepositoryFiles.Read(path)), (path, word) => $"{path}: {word.Value}")
            .ShouldBeEmpty();
    }

    /// <summary>A strategy can be read, copied and deleted alone.</summary>
    [Fact]
    public void Strategies_AreSealedShortAndIndependent()
    {
        string[] names = [.. StrategyCatalog.All.Select(strategy => strategy.GetType().Name)];
        foreach (var name in names)
        {
            var text = QuotedTextPattern().Replace(RepositoryFiles.Read($"frontend-api/Strategies/{name}.cs"), "");

            TypeDeclarationPattern().Matches(text).ShouldHaveSingleItem(name).Value.ShouldContain("sealed class");
            CountLines(text).ShouldBeLessThan(MaxLinesOfStrategy, name);
            names.Where(other => other != name && Regex.IsMatch(text, $@"(?<![.\w]){other}\b"))
                .ShouldBeEmpty($"{name} must not use another strategy.");
        }
    }

    [Fact]
    public void FilesOfServices_HaveFewLines() =>
        Services.SelectMany(folder => RepositoryFiles.Find(folder, ".cs"))
            .Where(path => !path.EndsWith(".g.cs", StringComparison.Ordinal)
                && CountLines(RepositoryFiles.Read(path)) >= MaxLinesOfServiceFile).ShouldBeEmpty();

    /// <summary>
    /// Texts in double quotes do not count, nor does a regular expression that fills its line: a message, an expression
    /// or the data of a test is easier to read in one piece.
    /// </summary>
    [Fact]
    public void Lines_OfSourceFiles_HaveAtMost120Columns()
    {
        var files = RepositoryFiles.Find(".", ".cs").Concat(FoldersOfPages.SelectMany(FindScripts));
        var found =
            from path in files
            from line in RepositoryFiles.Read(path).ReplaceLineEndings("\n").Split('\n').Index()
            where line.Item.Length > MaxColumns && !line.Item.TrimStart().StartsWith('^')
                && QuotedTextPattern().Replace(line.Item, "").Length > MaxColumns
            select $"{path}:{line.Index + 1} has {line.Item.Length} columns.";

        found.ShouldBeEmpty();
    }

    private const string TestbedWords =
        "front-?end|back-?end|pool_(threads|queue)_peak|process_memory_(peak|anonymous)|tcp_time_wait|payloads_total";

    private static IEnumerable<string> FindScripts(string folder) => RepositoryFiles.Find(folder, ".js");

    private static int CountLines(string text) => text.TrimEnd().Split('\n').Length;

    [GeneratedRegex("\"([^\"\\\\]|\\\\.)*\"")]
    private static partial Regex QuotedTextPattern();

    [GeneratedRegex(@"^(\w+ )*(class|record|struct|interface|enum|delegate) ", RegexOptions.Multiline)]
    private static partial Regex TypeDeclarationPattern();
}
