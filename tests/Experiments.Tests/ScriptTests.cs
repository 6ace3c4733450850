using System.Text.Json.Nodes;

namespace Experiments.Tests;

/// <summary>Tests the programs of one file that people run: each answers a question.</summary>
// "dotnet run" of two programs in one folder, at the same time, ran one of them twice.
[Collection("programs of one file")]
[Slow]
[TimeLimit(180)]
public sealed class ScriptTests
{
    // The script tests runs tests that are run anyway.
    public static TheoryData<string> ScriptsOfClaims =>
        [.. ClaimCatalog.Library.Claims.Select(claim => claim.File.Run.Script).OfType<string>().Distinct().Except(["tests"])];

    /// <summary>
    /// The page on hedging shows what its program prints. If it fails because the library was mended, the page and the
    /// handler of the front-end are no longer needed.
    /// </summary>
    [Fact]
    public async Task HedgesOverHttp2_WithAndWithoutTheHandler_EndAsThePageShows()
    {
        var printed = await RunAsync("hedging-over-http2");

        printed.Output.ReplaceLineEndings("\n").ShouldBe(
            "as it is: 400 over HTTP/1.1, 5 of 5\nwith a handler: 200 over HTTP/2.0, 5 of 5\n", printed.All);
    }

    /// <summary>Anyone can compute the ratios again, with a program that shares nothing with the load tool.</summary>
    [Fact]
    public async Task Recompute_EveryCommittedResultWithSamples_GivesItsRatiosAndIntervals()
    {
        var results = (string[])["experiments/results", "web/test/results"];
        var files = results.SelectMany(folder => Directory.EnumerateFiles(
                Path.Combine(Repository.Root, folder), "*.json", SearchOption.AllDirectories))
            .Where(file => JsonNode.Parse(File.ReadAllText(file)) is JsonObject result
                && result["samples"] is JsonArray { Count: > 0 })
            .ToArray();

        files.ShouldNotBeEmpty();
        var printed = await RunAsync("recompute", files);

        string[] computed =
        [
            .. from line in printed.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
               let words = line.Split(' ')
               let figures = words[2..].Select(word => double.Parse(word, CultureInfo.InvariantCulture))
               select Format(words[0], words[1], figures),
        ];
        computed.ShouldBe([.. files.SelectMany(ReadRatios)], printed.All);
    }

    [Theory]
    [MemberData(nameof(ScriptsOfClaims))]
    public async Task ScriptOfAClaim_InShort_WritesValuesCountsAndFigures(string script)
    {
        var printed = await RunAsync(script, "--start", "1");

        var answer = ReadAnswer(printed);
        answer.Select(part => part.Key).ShouldBe(["values", "counts", "figures"], printed.All);
        var (values, counts) = (answer["values"]!.AsObject(), answer["counts"]!.AsObject());
        values.ShouldAllBe(value => (double)value.Value! > 0, printed.All);
        counts.ShouldAllBe(count => (long)count.Value! >= 0, printed.All);
        values.Concat(counts).ShouldNotBeEmpty(printed.All);
        ((string?)answer["figures"]).ShouldNotBeNullOrWhiteSpace(printed.All);
    }

    // The study aa takes a minute even in short.
    [Theory]
    [InlineData("blocking", "kind", "pool")]
    [InlineData("resilience-matrix", "fault", "mode")]
    [InlineData("port-exhaustion", "reuse", "client")]
    public async Task ScriptOfAStudy_InShort_WritesRowsOfWordsAndFigures(string script, params string[] words)
    {
        var printed = await RunAsync(script, "--start", "1");

        var rows = ReadAnswer(printed)["rows"]!.AsArray().Select(row => row!.AsObject()).ToArray();
        rows.ShouldNotBeEmpty(printed.All);
        rows.ShouldAllBe(row => SelectKeys(row, JsonValueKind.String).SequenceEqual(words), printed.All);
        rows.ShouldAllBe(row => SelectKeys(row, JsonValueKind.Number).Any(), printed.All);
    }

    private static IEnumerable<string> SelectKeys(JsonObject row, JsonValueKind kind) =>
        row.Where(cell => cell.Value?.GetValueKind() == kind).Select(cell => cell.Key);

    private static JsonObject ReadAnswer(ProgramOutput printed)
    {
        Assert.SkipWhen(
            printed.ExitCode is 1 && printed.All.Contains("This needs Linux that lets everybody make a user namespace", StringComparison.Ordinal),
            "no user namespaces here");
        printed.ExitCode.ShouldBe(0, printed.All);
        return JsonNode.Parse(printed.Output.TrimEnd().Split('\n')[^1])!.AsObject();
    }

    private static Task<ProgramOutput> RunAsync(string script, params string[] arguments)
    {
        string[] run = ["run", "-c", "Release", $"experiments/scripts/{script}.cs", "--", .. arguments];
        var start = new ProcessStartInfo("dotnet", run)
        {
            WorkingDirectory = Repository.Root,
            Environment = { ["SHORT"] = "1" },
        };
        return ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken);
    }

    private static IEnumerable<string> ReadRatios(string file) =>
        from metric in (string[])["ratio", "cpu_ratio", "alloc_ratio"]
        from variant in JsonNode.Parse(File.ReadAllText(file))!["variants"]!.AsArray()
        let ratio = variant[metric]
        where ratio is not null
        select Format((string)variant["name"]!, metric, [
            (double)ratio["value"]!, (double)ratio["lo"]!, (double)ratio["hi"]!,
        ]);

    private static string Format(string variant, string metric, IEnumerable<double> figures) =>
        $"{variant} {metric} {string.Join(' ', figures.Select(figure => $"{figure:g4}"))}";
}
