using System.Text.Json.Nodes;
using Studies.Tests.Claims;

namespace Studies.Tests;

/// <summary>Anyone can compute the ratios again, with a program that shares nothing with the load tool.</summary>
// "dotnet run" of two programs in one folder, at the same time, ran one of them twice.
[Collection("programs of one file")]
[Slow]
[TimeLimit(180)]
public sealed class RecomputeTests : FolderTests
{
    private const string Program = "docs/recompute.cs";
    private const string ProgramOfRow = "docs/recompute-row.cs";

    [Theory]
    [InlineData(Program, 40)]
    [InlineData(ProgramOfRow, 30)]
    public void Program_OfTheDocs_HasFewLines(string program, int most) =>
        File.ReadLines(Path.Combine(Repository.Root, program)).Count().ShouldBeLessThanOrEqualTo(most);

    [Fact]
    public async Task Recompute_RowOfTheArchive_GivesItsRatio()
    {
        var row = PlantedRow.Claim.Id;
        Write($"docs/claims/{row}.yaml", await File.ReadAllTextAsync(
            Path.Combine(Repository.Root, "docs", "claims", $"{row}.yaml"), TestContext.Current.CancellationToken));
        PlantedRow.WriteFiles(Path.Combine(Folder, "claims-1"));
        var record = await PlantedRow.PublishAsync(
            Path.Combine(Folder, "claims-1"), Path.Combine(Folder, "docs", "archive"), "2026-11-27 12:00");
        Write(ResultChain.Measurements, MeasurementArchive.Append("", [record]));

        var ratio = record.Metrics[LedgerEntry.Ratio].Value;
        (await RunAsync(Folder, Path.Combine(Repository.Root, ProgramOfRow), row)).Trim()
            .ShouldBe($"{ratio:g4} {record.Machine.Fingerprint}");
    }

    [Fact]
    public async Task Recompute_EveryCommittedResultWithSamples_GivesItsRatiosAndIntervals()
    {
        var files = Directory.EnumerateFiles(Path.Combine(Repository.Root, "docs", "results"), "*.json", All)
            .Concat(Directory.EnumerateFiles(Path.Combine(Repository.Root, "web", "test", "results"), "*.json"))
            .Where(file => JsonNode.Parse(File.ReadAllText(file)) is JsonObject { } result
                && result["samples"] is JsonArray { Count: > 0 })
            .ToArray();

        files.ShouldNotBeEmpty();
        foreach (var file in files)
            (await RecomputeAsync(file)).ShouldBe(Read(file), file);
    }

    private static EnumerationOptions All => new() { RecurseSubdirectories = true };

    private static async Task<string> RunAsync(string folder, string program, string argument)
    {
        var start = new ProcessStartInfo("dotnet", ["run", program, argument])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
        };
        using var running = Process.Start(start)!;
        return await running.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
    }

    private static async Task<string[]> RecomputeAsync(string file)
    {
        var output = await RunAsync(Repository.Root, Program, file);
        return
        [
            .. from line in output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
               let words = line.Split(' ')
               let figures = words[2..].Select(word => double.Parse(word, CultureInfo.InvariantCulture))
               select Format(words[0], words[1], figures),
        ];
    }

    private static string[] Read(string file)
    {
        var variants = JsonNode.Parse(File.ReadAllText(file))!["variants"]!.AsArray();
        return
        [
            .. from metric in (string[])["ratio", "cpu_ratio", "alloc_ratio"]
               from variant in variants
               let ratio = variant[metric]
               where ratio is not null
               select Format((string)variant["name"]!, metric, [
                   (double)ratio["value"]!, (double)ratio["lo"]!, (double)ratio["hi"]!,
               ]),
        ];
    }

    private static string Format(string variant, string metric, IEnumerable<double> figures) =>
        $"{variant} {metric} {string.Join(' ', figures.Select(figure => $"{figure:g4}"))}";
}
