namespace Studies.Essays;

/// <summary>
/// Writes the files that follow from other files of this repository, and from no measurement: the pages of results and
/// their chain of hashes, the pictures and tables of essays, the pages of the ledger, the source file of the registry
/// of metrics, and the schemas of files that the load tool reads and writes.
/// </summary>
internal sealed class GenerateCommand() : StudyCommand(
    "generate", "Regenerates the files that are derived from other files.", rounds: null)
{
    private const string Readme = "../README.md";

    private const string ChangedRows = """

        ## Rows whose ratio changed

        In the second measurement, the services were warm, and one build of them served all rows.


        """;

    /// <summary>How the pictures of essays are drawn from the results that their lists of figures name.</summary>
    private static readonly Dictionary<string, Func<EssayResults, string>> Pictures = new()
    {
        ["blocking"] = BlockingPage.Draw,
        ["chattiness"] = ChattinessPage.Draw,
        ["resilience"] = ResiliencePage.Draw,
    };

    /// <summary>The generated parts of pages, by their paths relative to docs/.</summary>
    private static readonly Dictionary<string, Func<EssayResults, IReadOnlyList<string>>> Parts = new()
    {
        ["blocking.md"] = results => [BlockingPage.FormatTable(results)],
        ["corrections.md"] = _ => [GoneRow.FormatTable() + ChangedRows + FirstLedger.FormatChanges(Ledger.Read())],
        ["distance.md"] = results => [DistancePage.Format(results)],
        ["resilience.md"] = results => [ResiliencePage.FormatTable(results)],
        [Readme] = _ => ReadmeParts.Format(),
    };

    protected override string DefaultFolder => ProgramLocator.RepositoryRoot;

    /// <summary>Reads a file by its path relative to docs/.</summary>
    public static string ReadFile(string path) => ResultPages.Read($"docs/{path}");

    /// <summary>Creates the files that need no other program, by their paths in the repository.</summary>
    public static IEnumerable<(string Path, string Text)> CreateFiles()
    {
        foreach (var (essay, draw) in Pictures)
            yield return ($"docs/{essay}.svg", draw(new EssayResults(ReadFile($"{essay}.md"), ReadFile)));
        foreach (var page in Parts.Keys)
            yield return (page is Readme ? "README.md" : $"docs/{page}", GeneratePage(page, ReadFile(page))!);
        yield return (
            ResultChain.Path, ResultChain.Append(ResultPages.Read(ResultChain.Path), ResultPages.ComputeHashes()));
        yield return (
            "service-defaults/Metrics/RegisteredMetrics.g.cs", MetricsSource.Format(MetricsRegistry.Read()));
    }

    /// <summary>Writes the generated parts of a page again, whose path is relative to docs/.</summary>
    /// <returns>The page; null if nothing generates a part of it.</returns>
    public static string? GeneratePage(string page, string text) => Parts.TryGetValue(page, out var format)
        ? GeneratedPart.Replace(text, format(new EssayResults(text, ReadFile)))
        : null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var pages = await ResultPages.CreateAsync(context.Environment.StopToken);
        foreach (var (path, text) in pages.Concat(CreateFiles()).Concat(LedgerPages.Create(Ledger.Read())))
            Write(context.ResultsFolder, path, text);
        foreach (var name in (string[])["scenario.v1", "result.v3"])
            Write(context.ResultsFolder, $"docs/schemas/{name}.schema.json", await ReadSchemaAsync(name.Split('.')[0]));
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
