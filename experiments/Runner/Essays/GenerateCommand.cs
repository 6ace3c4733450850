using Experiments.Claims;
using Experiments.Metrics;
using TwoTier.Load.Scenarios;

namespace Experiments.Essays;

/// <summary>
/// Writes the files that follow from other files of this repository, and from no measurement: the generated parts and
/// pictures of pages, the source file of the registry of metrics, and the schemas of files that the load tool reads and
/// writes.
/// </summary>
internal sealed class GenerateCommand() : StudyCommand(
    "generate", "Regenerates the files that are derived from other files.", rounds: null)
{
    private static readonly Dictionary<string, Func<string>> Pictures = new()
    {
        ["blocking"] = BlockingPage.Draw,
        ["chattiness"] = ChattinessPage.Draw,
        ["resilience"] = ResiliencePage.Draw,
    };

    private static readonly Dictionary<string, Func<string>> Parts = new()
    {
        ["blocking"] = BlockingPage.FormatTable,
        ["distance"] = DistancePage.Format,
        ["resilience"] = ResiliencePage.FormatTable,
    };

    protected override string DefaultFolder => ProgramLocator.RepositoryRoot;

    /// <summary>Creates the files, by their paths in the repository.</summary>
    public static IReadOnlyList<(string Path, string Text)> CreateFiles() =>
    [
        .. Pictures.Select(picture => ($"docs/{picture.Key}.svg", picture.Value())),
        .. Parts.Select(part => Insert($"docs/{part.Key}.md", part.Value())),
        Insert("README.md", ReadmeParts.Format()),
        .. LedgerPages.Create(Ledger.Read()),
        ("service-defaults/Metrics/RegisteredMetrics.g.cs", MetricsSource.Format(MetricsRegistry.Read())),
    ];

    protected override Task<int> RunAsync(StudyContext context)
    {
        foreach (var (path, text) in CreateFiles())
            Write(context.ResultsFolder, path, text);
        Write(context.ResultsFolder, "load/scenarios/scenario.schema.json", ScenarioSchema.Text);
        Write(context.ResultsFolder, "experiments/schemas/result.v5.schema.json", ResultSchema.Text);
        return Task.FromResult(ExitCode.Success);
    }

    private static (string Path, string Text) Insert(string path, params IReadOnlyList<string> parts) =>
        (path, GeneratedPart.Replace(ProgramLocator.ReadFile(path), parts));

    private static void Write(string folder, string name, string text)
    {
        var path = Path.Combine(folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
        Console.WriteLine($"  written      {path}");
    }
}
