using Experiments.Claims;
using Experiments.Metrics;
using TwoTier.Load.Scenarios;

namespace Experiments.Essays;

/// <summary>
/// Writes the files that follow from other files of this repository: the generated parts and pictures of pages, the
/// source file of the registry of metrics, and the schemas of files that the load tool reads and writes.
/// </summary>
internal sealed class GenerateCommand() : StudyCommand(
    "generate", "Regenerates the files that are derived from other files.", rounds: null)
{
    protected override string DefaultFolder => ProgramLocator.RepositoryRoot;

    /// <summary>Creates the files, by their paths in the repository.</summary>
    public static IReadOnlyList<(string Path, string Text)> CreateFiles() =>
    [
        .. StudyPages.Create(),
        Insert("README.md", ReadmeParts.Format()),
        .. LedgerPages.Create(Ledger.Read()),
        ("service-defaults/Metrics/RegisteredMetrics.g.cs", MetricsSource.Format(MetricsRegistry.Read())),
        ("load/scenarios/scenario.schema.json", ScenarioSchema.Text),
        ("experiments/schemas/result.v5.schema.json", ResultSchema.Text),
    ];

    public static (string Path, string Text) Insert(string path, params IReadOnlyList<string> parts) =>
        (path, GeneratedPart.Replace(ProgramLocator.ReadFile(path), parts));

    protected override Task<int> RunAsync(StudyContext context)
    {
        foreach (var (name, text) in CreateFiles())
        {
            var path = Path.Combine(context.ResultsFolder, name);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, text);
            Console.WriteLine($"  written      {path}");
        }

        return Task.FromResult(ExitCode.Success);
    }
}
