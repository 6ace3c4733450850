using System.Text.RegularExpressions;
using EndToEnd.Tests.Architecture;
using FrontendApi.Strategies;

namespace EndToEnd.Tests;

/// <summary>
/// Checks the dependencies between the projects and folders of this repository, as the compiler sees them. All projects
/// outside tests/ are covered.
/// </summary>
[TimeLimit(120)]
public sealed partial class ArchitectureTests
{
    /// <summary>
    /// The layers of the project load/, from top to bottom. A folder may use only types of folders in lower layers.
    /// </summary>
    private static readonly LayerTable LoadLayers = LayerTable.Parse("""
        Program
        Cli
        Live/Stages | Live/Traces
        Live | Output/Terminal
        Output/Files
        Output/Html | Output/Markdown
        Output
        Output/Words
        Results/History
        Results/Files
        Results/Compatibility
        Results/Building
        Results
        Config
        Config/Readers
        Config/Keys
        Config/Options
        Experiment
        Engine
        Validity
        Target | Tracing | Output/Hgrm
        Metrics
        Http
        Http/Parameters
        Http/Connections | Http/DataSources | Http/ResponseChecks | Units
        Statistics/Verdicts
        Statistics/Checks
        Statistics/Estimation
        Diagnostics | Engine/ArrivalSchedule | Http/Redaction | Statistics | Terminal
        Machine
        """);

    /// <summary>
    /// The projects whose types each project may use. A program starts another program as a process instead of using
    /// its types.
    /// </summary>
    private static readonly Dictionary<string, string[]> AllowedReferences = new()
    {
        ["backend-api"] = ["ServiceDefaults"],
        ["benchmarks"] = ["FrontendApi", "ServiceDefaults"],
        ["frontend-api"] = ["ServiceDefaults"],
        ["load"] = [],
        ["peers/minimal-aggregator"] = [],
        ["peers/peak-monitor"] = [],
        ["peers/planted-work"] = [],
        ["service-defaults"] = [],
        ["studies"] = [],
    };

    private static readonly Lazy<IReadOnlyDictionary<string, SourceProject>> AllProjects = new(() =>
        SourceProject.FindAll().AsParallel().Select(SourceProject.Read).ToDictionary(project => project.Name));

    public static TheoryData<string> Projects =>
        [.. SourceProject.FindAll().Select(path => Path.GetDirectoryName(path)!.Replace('\\', '/'))];

    [Theory]
    [MemberData(nameof(Projects))]
    public void Namespaces_OfEveryProject_MatchFolders(string project) =>
        ShouldBeEmpty(SourceRules.FindWrongNamespaces(GetProject(project)));

    [Theory]
    [MemberData(nameof(Projects))]
    public void Folders_OfEveryProject_HaveNoCycles(string project) =>
        ShouldBeEmpty(FolderGraph.Create(GetProject(project)).FindCycles());

    [Fact]
    public void FoldersOfLoadTool_UseOnlyLowerLayers() =>
        ShouldBeEmpty(LoadLayers.FindViolations(FolderGraph.Create(GetProject("load"))));

    [Fact]
    public void FoldersOfLoadTool_HaveAtMost25Files() =>
        ShouldBeEmpty(SourceRules.FindLargeFolders(GetProject("load"), 25));

    [Theory]
    [MemberData(nameof(Projects))]
    public void Projects_UseOnlyAllowedProjects(string project)
    {
        AllowedReferences.ShouldContainKey(project, "Add the project to MayUse in this test, with the projects that it may use.");
        string?[] allowed = [GetProject(project).Compilation.AssemblyName, .. AllowedReferences[project]];
        var forbidden = AllProjects.Value.Values.Select(other => other.Compilation.AssemblyName).Except(allowed)
            .ToHashSet();

        ShouldBeEmpty(SourceRules.FindForbiddenUses(GetProject(project),
        type => forbidden.Contains(type.ContainingAssembly?.Name)));
    }

    [Fact]
    public void ServiceDefaultsProject_UsesNoHttpClientAndNoResilienceLibrary()
    {
        string[] namespaces = ["System.Net.Http", "Microsoft.Extensions.Http", "Polly"];

        ShouldBeEmpty(SourceRules.FindForbiddenUses(GetProject("service-defaults"), type =>
            namespaces.Any(name => $"{type.ContainingNamespace}.".StartsWith($"{name}.", StringComparison.Ordinal))));
    }

    [Fact]
    public void LoadTool_SourceFiles_DoNotMentionTheTestbed()
    {
        string[] words = [TestbedWords().ToString(), .. StrategyCatalog.Names.Select(Regex.Escape)];
        var anyWord = new Regex(string.Join('|', words), RegexOptions.IgnoreCase);

        // Some folders of the load tool may name the testbed: Compatibility reads results of earlier versions, which
        // name the front-end and the back-end, and the build and the tests of the web pages show results of the
        // testbed.
        string[] excepted = ["load/Results/Compatibility/", "load/web/build/", "load/web/test/"];
        var files = RepositoryFiles.Find("load", ".cs").Concat(RepositoryFiles.Find("load", ".js"))
            .Where(path => !excepted.Any(folder => path.StartsWith(folder, StringComparison.Ordinal)));
        ShouldBeEmpty(files.SelectMany(path =>
            SourceRules.FindForbiddenWords(path, File.ReadAllText(Path.Combine(Repository.Root, path)), anyWord)));
    }

    [Fact]
    public void StrategyClasses_AreSealedShortAndIndependent()
    {
        var frontend = GetProject("frontend-api");

        StrategyRules.FindStrategies(frontend, "Strategies").Count.ShouldBe(StrategyCatalog.Names.Count);
        ShouldBeEmpty(StrategyRules.FindViolations(frontend, "Strategies"));
    }

    [Theory]
    [MemberData(nameof(Projects))]
    public void FactoryMethods_AreNotNamedOf(string project) =>
        ShouldBeEmpty(SourceRules.FindFactoriesNamedOf(GetProject(project)));

    [Theory]
    [MemberData(nameof(Projects))]
    public void UsesOfOneSystem_AskForTheSystem(string project) =>
        ShouldBeEmpty(SourceRules.FindUnguardedSystemUses(GetProject(project)));

    [Theory]
    [MemberData(nameof(Projects))]
    public void DocComments_AreNoFragments(string project) =>
        ShouldBeEmpty(DocRules.FindFragments(GetProject(project)));

    [Theory]
    [InlineData(".", ".cs")]
    [InlineData("load/web", ".js")]
    public void Lines_OfSourceFiles_HaveAtMost120Columns(string folder, string extension) =>
        ShouldBeEmpty(RepositoryFiles.Find(folder, extension).SelectMany(path =>
            LineRules.FindLongLines(path, File.ReadAllText(Path.Combine(Repository.Root, path)))));

    [GeneratedRegex(
        "front-?end|back-?end|pool_(threads|queue)_peak|process_memory_(peak|anonymous)|tcp_time_wait|payloads_total")]
    private static partial Regex TestbedWords();

    private static SourceProject GetProject(string project) => AllProjects.Value[project];

    private static void ShouldBeEmpty(IEnumerable<string> findings)
    {
        var found = findings.ToArray();
        if (found.Length > 0)
            Assert.Fail(string.Join('\n', found));
    }
}
