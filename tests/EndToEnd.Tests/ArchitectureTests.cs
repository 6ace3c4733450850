using System.Text.RegularExpressions;
using EndToEnd.Tests.Architecture;
using FrontendApi.Strategies;
using Testing;

namespace EndToEnd.Tests;

/// <summary>Who may know whom, as the compiler sees it. Every project outside tests/ is covered.</summary>
[TimeLimit(120)]
public sealed partial class ArchitectureTests
{
    /// <summary>The layers of load/ from top to bottom: a folder may use folders of lower layers only.</summary>
    private static readonly LayerTable LoadLayers = LayerTable.Parse("""
        Program
        Cli
        Live | Output/Terminal
        Output/Files
        Output/Html | Output/Markdown
        Output
        Output/Words
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
        Target | Output/Hgrm
        Metrics
        Http
        Http/Parameters
        Http/DataSources | Http/ResponseChecks | Units
        Diagnostics | Engine/ArrivalSchedule | Statistics | Terminal
        """);

    /// <summary>The projects whose types a project may use. Other programs are started as processes.</summary>
    private static readonly Dictionary<string, string[]> MayUse = new()
    {
        ["backend-api"] = ["ServiceDefaults"],
        ["benchmarks"] = ["FrontendApi"],
        ["frontend-api"] = ["ServiceDefaults"],
        ["load"] = [],
        ["peers/minimal-aggregator"] = [],
        ["service-defaults"] = [],
        ["studies"] = [],
    };

    private static readonly Lazy<IReadOnlyDictionary<string, SourceProject>> AllProjects = new(() =>
        SourceProject.FindAll().AsParallel().Select(SourceProject.Read).ToDictionary(project => project.Name));

    public static TheoryData<string> Projects =>
        [.. SourceProject.FindAll().Select(path => Path.GetDirectoryName(path)!.Replace('\\', '/'))];

    [Theory]
    [MemberData(nameof(Projects))]
    public void Namespaces_AreTheFolders(string project) =>
        ShouldBeEmpty(SourceRules.FindWrongNamespaces(Get(project)));

    [Theory]
    [MemberData(nameof(Projects))]
    public void Folders_HaveNoCycles(string project) =>
        ShouldBeEmpty(FolderGraph.Create(Get(project)).FindCycles());

    [Fact]
    public void LoadFolders_ReferToLowerLayersOnly() =>
        ShouldBeEmpty(LoadLayers.FindViolations(FolderGraph.Create(Get("load"))));

    [Fact]
    public void LoadFolders_HaveAtMost25Files() =>
        ShouldBeEmpty(SourceRules.FindLargeFolders(Get("load"), 25));

    [Theory]
    [MemberData(nameof(Projects))]
    public void Projects_UseOnlyTheProjectsTheyMay(string project)
    {
        MayUse.ShouldContainKey(project, "State in this test which projects it may use.");
        string?[] allowed = [Get(project).Compilation.AssemblyName, .. MayUse[project]];
        var forbidden = AllProjects.Value.Values.Select(other => other.Compilation.AssemblyName).Except(allowed)
            .ToHashSet();

        ShouldBeEmpty(SourceRules.FindUses(Get(project), type => forbidden.Contains(type.ContainingAssembly?.Name)));
    }

    [Fact]
    public void ServiceDefaults_UseNoHttpClientAndNoResilience()
    {
        string[] namespaces = ["System.Net.Http", "Microsoft.Extensions.Http", "Polly"];

        ShouldBeEmpty(SourceRules.FindUses(Get("service-defaults"), type =>
            namespaces.Any(name => $"{type.ContainingNamespace}.".StartsWith($"{name}.", StringComparison.Ordinal))));
    }

    [Fact]
    public void LoadTool_NamesNothingOfTheTestbed()
    {
        string[] words = [TestbedWords().ToString(), .. StrategyCatalog.Names.Select(Regex.Escape)];
        var anyWord = new Regex(string.Join('|', words), RegexOptions.IgnoreCase);

        // Files of earlier versions named the tiers, and are still read. The pages' tests show results of the testbed.
        string[] excepted = ["load/Results/Compatibility/", "load/web/build/", "load/web/test/"];
        var files = RepositoryFiles.Find("load", ".cs").Concat(RepositoryFiles.Find("load", ".js"))
            .Where(path => !excepted.Any(folder => path.StartsWith(folder, StringComparison.Ordinal)));
        ShouldBeEmpty(files.SelectMany(path =>
            SourceRules.FindWords(path, File.ReadAllText(Path.Combine(Repository.Root, path)), anyWord)));
    }

    [Fact]
    public void Strategies_AreSealedShortAndIndependent()
    {
        var frontend = Get("frontend-api");

        StrategyRules.FindStrategies(frontend, "Strategies").Count.ShouldBe(StrategyCatalog.Names.Count);
        ShouldBeEmpty(StrategyRules.FindViolations(frontend, "Strategies"));
    }

    [Theory]
    [MemberData(nameof(Projects))]
    public void Factories_AreNotNamedOf(string project) =>
        ShouldBeEmpty(SourceRules.FindFactoriesNamedOf(Get(project)));

    [GeneratedRegex(
        "front-?end|back-?end|pool_(threads|queue)_peak|process_memory_(peak|anonymous)|tcp_time_wait|payloads_total")]
    private static partial Regex TestbedWords();

    private static SourceProject Get(string project) => AllProjects.Value[project];

    private static void ShouldBeEmpty(IEnumerable<string> findings)
    {
        var found = findings.ToArray();
        if (found.Length > 0)
            Assert.Fail(string.Join('\n', found));
    }
}
