namespace Studies.Essays;

/// <summary>
/// Writes the files that follow from other files of this repository, and from no measurement: the pages of results and
/// their chain of hashes, the pictures and tables of essays, the pages of the ledger, the page and the source file of
/// the registry of metrics, and the schemas of files that people write or read.
/// </summary>
internal sealed class GenerateCommand() : StudyCommand(
    "generate", "Writes the files again that follow from other files.", rounds: null)
{
    private const string Readme = "../README.md";

    private const string ChangedRows = """

        ## Rows whose ratio changed

        Between the two measurements, the services became warm, and all rows have one build of them.


        """;

    private static readonly string Docs = ProgramLocator.GetPath("docs");

    /// <summary>How the pictures of essays are drawn from the results that their lists of figures name.</summary>
    private static readonly Dictionary<string, Func<EssayResults, string>> Pictures = new()
    {
        ["blocking"] = BlockingPicture.Format,
        ["chattiness"] = ChattinessPicture.Format,
        ["resilience"] = ResiliencePicture.Format,
    };

    protected override string DefaultFolder => ProgramLocator.RepositoryRoot;

    /// <summary>Reads a file by its path relative to docs/, with the line endings of all systems made equal.</summary>
    public static string ReadFile(string path) => File.ReadAllText(Path.Combine(Docs, path)).ReplaceLineEndings("\n");

    /// <summary>Creates the files that need no other program, by their paths in the repository.</summary>
    public static IEnumerable<(string Path, string Text)> CreateFiles()
    {
        foreach (var (essay, format) in Pictures)
            yield return ($"docs/{essay}.svg", format(new EssayResults(ReadFile($"{essay}.md"), ReadFile)));
        foreach (var page in (string[])["blocking.md", "corrections.md", "resilience.md"])
            yield return ($"docs/{page}", GeneratePage(page, ReadFile(page))!);
        foreach (var file in DistancePage.CreateFiles(ReadFile("distance.md")))
            yield return file;
        yield return ("README.md", GeneratePage(Readme, ReadFile(Readme))!);
        yield return (
            ResultChain.Path, ResultChain.Append(ResultPages.Read(ResultChain.Path), ResultPages.ComputeHashes()));

        yield return ($"docs/{ClaimSchema.Path}", ClaimSchema.Format());
        var registry = MetricsRegistry.Read();
        yield return ("docs/metrics.md", MetricsPage.Format(registry, [.. MetricUse.FindAll()]));
        yield return ("service-defaults/Metrics/RegisteredMetrics.g.cs", MetricsSource.Format(registry));
    }

    /// <summary>Writes the generated part of a page again, whose path is relative to docs/.</summary>
    /// <returns>The page; null if nothing generates a part of it.</returns>
    public static string? GeneratePage(string page, string text) => page switch
    {
        "blocking.md" => BlockingPicture.InsertTable(text, new EssayResults(text, ReadFile)),
        "corrections.md" => GeneratedPart.Replace(
            text, GoneRow.FormatTable() + ChangedRows + FirstLedger.FormatChanges(Ledger.Read())),
        "resilience.md" => ResiliencePicture.InsertTable(text, new EssayResults(text, ReadFile)),
        "distance.md" => DistancePage.CreateFiles(text).Last().Text,
        Readme => GeneratedPart.Replace(text, ReadmeTable.Format()),
        _ => null,
    };

    protected override async Task<int> RunAsync(StudyContext context)
    {
        foreach (var (path, text) in await ResultPages.CreateAsync(context.Environment.StopToken))
            Write(context.ResultsFolder, path, text);
        var ledger = Ledger.Read();
        foreach (var (path, text) in CreateFiles().Concat(LedgerPages.Create(ledger)))
            Write(context.ResultsFolder, path, text);
        foreach (var kind in (string[])["scenario", "result"])
        {
            var schema = await ReadSchemaAsync(kind);
            var version = JsonElement.Parse(schema).TryGetProperty("$id", out var id) ? $"{id}".Split(':')[^1] : "1";
            Write(context.ResultsFolder, $"docs/schemas/{kind}.v{version}.schema.json", schema);
        }

        return ExitCode.Success;
    }

    private static async Task<string> ReadSchemaAsync(string kind)
    {
        var printed = await ProcessRunner.CaptureAsync(
            ProgramLocator.CreateStartInfo("Load", ["schema", kind]), CancellationToken.None);
        return printed.ExitCode is ExitCode.Success
            ? printed.Output.ReplaceLineEndings("\n")
            : throw new StudyException($"load schema {kind} failed: {printed.All}");
    }

    private static void Write(string folder, string name, string text)
    {
        var path = Path.Combine(folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
        Console.WriteLine($"  written      {path}");
    }
}
