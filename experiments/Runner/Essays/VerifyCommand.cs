namespace Experiments.Essays;

/// <summary>
/// Computes the generated parts of pages again, from results and the ledger.
/// </summary>
internal sealed class VerifyCommand() : StudyCommand(
    "verify", "Checks that pages follow from their results.", rounds: null)
{
    protected override async Task<int> RunAsync(StudyContext context)
    {
        var checks = new CheckReporter();
        var generated = await GenerateCommand.CreateFilesAsync(context.Environment.StopToken);
        var changed = generated.Where(file => ProgramLocator.ReadFile(file.Path) != file.Text).ToArray();
        checks.Add(changed is [], $"{generated.Count} generated files follow from the results and the ledger");
        foreach (var file in changed)
            Console.WriteLine($"      {file.Path} differs from what its results give. Run make generate");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }
}
