using Experiments.Claims;
using TwoTier.Load.Results.Building;

namespace Experiments.Essays;

/// <summary>Judges the samples of committed results again, and computes the generated parts of pages again.</summary>
internal sealed class VerifyCommand() : StudyCommand(
    "verify", "Checks that results follow from their samples, and pages from their results.", rounds: null)
{
    protected override Task<int> RunAsync(StudyContext context)
    {
        var generated = GenerateCommand.CreateFiles();
        var files = Directory.GetFiles(
            ProgramLocator.GetPath("experiments", "results"), "*.json", SearchOption.AllDirectories)
            .Where(file => !file.StartsWith(ClaimResult.Folder, StringComparison.Ordinal))
            .ToLookup(file => JsonElement.Parse(File.ReadAllText(file)).TryGetProperty("schema", out _));
        Result[] results = [.. files[true].Select(Result.Read).Where(result => result.Samples is not [])];
        var checks = new CheckReporter();
        foreach (var file in generated.Where(file => ProgramLocator.ReadFile(file.Path) != file.Text))
            checks.Add(false, $"{file.Path} differs from what its results give. Run make generate");
        foreach (var wrong in results.SelectMany(FindWrong))
            checks.Add(false, wrong);
        var claims = ClaimResult.ReadAll().Count;
        Console.WriteLine($"  checked: {generated.Count} generated files, the rows of {claims} results of claims by their starts, "
            + $"and the ratios of {results.Length} results by their samples");
        Console.WriteLine($"  – {files[false].Count()} tables have no samples, and are left to be measured anew");
        return Task.FromResult(checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success);
    }

    /// <summary>Finds the variants of a result whose ratios differ from what the judge says of its samples.</summary>
    public static IEnumerable<string> FindWrong(Result result)
    {
        var table = result.CreateTable();
        var judgement = ComparisonJudge.Judge(table, new VerdictRule(result.Method.FamilyLevel!.Value, result.Method.Margin!.Value));
        return from variant in result.Variants
               let written = Format(variant)
               let judged = Format(ComparisonFigures.Add(variant, table, judgement, result.Validity.State))
               where written != judged
               select $"{result.Id}, {variant.Name}: {written}; judged {judged}";
    }

    private static string Format(VariantResult variant) =>
        $"throughput {Format(variant.Ratio)}, CPU {Format(variant.CpuRatio)}, allocation {Format(variant.AllocRatio)}";

    private static string Format(RatioResult? ratio) => ratio is null ? "none"
        : string.Create(CultureInfo.InvariantCulture, $"{ratio.Value:g9} [{ratio.Lo:g9}, {ratio.Hi:g9}] {ratio.Verdict}");
}
