using System.Text.Json.Nodes;

namespace Experiments.Tests;

/// <summary>Anyone can compute the ratios again, with a program that shares nothing with the load tool.</summary>
// "dotnet run" of two programs in one folder, at the same time, ran one of them twice.
[Collection("programs of one file")]
[Slow]
[TimeLimit(180)]
public sealed class RecomputeTests
{
    private const string Program = "experiments/scripts/recompute.cs";

    [Fact]
    public async Task Recompute_EveryCommittedResultWithSamples_GivesItsRatiosAndIntervals()
    {
        var files = Directory.EnumerateFiles(Path.Combine(Repository.Root, "experiments", "results"), "*.json", All)
            .Concat(Directory.EnumerateFiles(Path.Combine(Repository.Root, "web", "test", "results"), "*.json"))
            .Where(file => JsonNode.Parse(File.ReadAllText(file)) is JsonObject { } result
                && result["samples"] is JsonArray { Count: > 0 })
            .ToArray();

        files.ShouldNotBeEmpty();
        foreach (var file in files)
            (await RecomputeAsync(file)).ShouldBe(Read(file), file);
    }

    private static EnumerationOptions All => new() { RecurseSubdirectories = true };

    private static async Task<string[]> RecomputeAsync(string file)
    {
        var start = new ProcessStartInfo("dotnet", ["run", Program, file])
        {
            WorkingDirectory = Repository.Root,
            RedirectStandardOutput = true,
        };
        using var running = Process.Start(start)!;
        var output = await running.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
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
