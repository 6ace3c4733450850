using TwoTier.Load;

namespace Experiments.Essays;

/// <summary>
/// Computes again what this repository says: the ratios, intervals and verdicts of committed results of the load tool
/// from their samples, and the generated parts of pages from results and the ledger.
/// </summary>
internal sealed class VerifyCommand() : StudyCommand(
    "verify", "Checks that ratios follow from their samples, and pages from their results.", rounds: null)
{
    protected override async Task<int> RunAsync(StudyContext context)
    {
        var checks = new CheckReporter();
        string[] files =
        [
            .. Directory.GetFiles(ProgramLocator.GetPath("experiments", "results"), "*.json", SearchOption.AllDirectories)
                .Order(StringComparer.Ordinal),
        ];
        string[] results = [.. files.Where(IsOfLoadTool)];
        Add(checks, $"{results.Length} results of the load tool follow from their samples",
            from file in results
            let flaw = LoadTest.FindFlaw(Result.Read(file))
            where flaw is not null
            select $"{Path.GetRelativePath(ProgramLocator.RepositoryRoot, file)} {flaw}");
        Console.WriteLine($"  – {files.Length - results.Length} tables of studies have no samples");
        var generated = await GenerateCommand.CreateFilesAsync(context.Environment.StopToken);
        Add(checks, $"{generated.Count} generated files follow from the results and the ledger",
            generated.Where(file => ProgramLocator.ReadFile(file.Path) != file.Text)
                .Select(file => $"{file.Path} differs from what its results give. Run make generate"));
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static bool IsOfLoadTool(string file) =>
        JsonElement.Parse(File.ReadAllText(file)) is { ValueKind: JsonValueKind.Object } result
            && result.TryGetProperty("schema", out _);

    private static void Add(CheckReporter checks, string text, IEnumerable<string> errors)
    {
        string[] found = [.. errors];
        checks.Add(found is [], text);
        foreach (var error in found)
            Console.WriteLine($"      {error}");
    }
}
