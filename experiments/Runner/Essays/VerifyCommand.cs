using TwoTier.Load.Results.Building;

namespace Experiments.Essays;

/// <summary>Judges the samples of committed results again, and computes the generated parts of pages again.</summary>
internal sealed class VerifyCommand() : StudyCommand(
    "verify", "Checks that results follow from their samples, and pages from their results.", rounds: null)
{
    protected override Task<int> RunAsync(StudyContext context)
    {
        var checks = new CheckReporter();
        var generated = GenerateCommand.CreateFiles();
        Add(checks, $"{generated.Count} generated files follow from the results and the ledger",
            from file in generated
            where ProgramLocator.ReadFile(file.Path) != file.Text
            select $"{file.Path} differs from what its results give. Run make generate");
        var files = Directory.GetFiles(
            ProgramLocator.GetPath("experiments", "results"), "*.json", SearchOption.AllDirectories);
        var tables = files.Where(file => !JsonElement.Parse(File.ReadAllText(file)).TryGetProperty("schema", out _)).ToArray();
        Result[] results = [.. files.Except(tables).Select(Result.Read).Where(result => result.Samples is not [])];
        Add(checks, $"the ratios of {results.Length} results follow from their samples", results.SelectMany(FindWrong));
        Console.WriteLine($"  – {tables.Length} tables have no samples, and are left to be measured anew");
        return Task.FromResult(checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success);
    }

    /// <summary>Finds the ratios of a result that differ from what the judge says of its samples.</summary>
    public static IEnumerable<string> FindWrong(Result result)
    {
        var table = result.CreateTable();
        var judgement = ComparisonJudge.Judge(table, new VerdictRule(result.Method.FamilyLevel!.Value, result.Method.Margin!.Value));
        return from variant in result.Variants
               let judged = ComparisonFigures.Add(variant, table, judgement, result.Validity.State)
               from ratio in new (string Name, RatioResult? Written, RatioResult? Judged)[]
               {
                   ("throughput", variant.Ratio, judged.Ratio), ("CPU", variant.CpuRatio, judged.CpuRatio),
                   ("allocation", variant.AllocRatio, judged.AllocRatio),
               }
               where Format(ratio.Written) != Format(ratio.Judged)
               select $"{result.Id}, {variant.Name}, {ratio.Name}: {Format(ratio.Written)}, judged {Format(ratio.Judged)}";
    }

    private static void Add(CheckReporter checks, string text, IEnumerable<string> wrong)
    {
        string[] found = [.. wrong];
        checks.Add(found is [], text);
        foreach (var line in found)
            Console.WriteLine($"      {line}");
    }

    private static string Format(RatioResult? ratio) =>
        ratio is null ? "none" : string.Create(CultureInfo.InvariantCulture, $"{ratio.Value:g9} [{ratio.Lo:g9}, {ratio.Hi:g9}] {ratio.Verdict}");
}
