namespace Studies.Essays;

/// <summary>
/// Writes the files that follow from other files of this repository, and from no measurement: the pictures and
/// tables of essays, the page and the source file of the registry of metrics, and the schemas of files that people
/// write or read.
/// </summary>
internal sealed class GenerateCommand : StudyCommand
{
    private static readonly string Docs = ProgramLocator.GetPath("docs");

    public GenerateCommand()
        : base("generate", "Writes the files again that follow from other files.", rounds: null)
    {
    }

    protected override string MakeCommand => "make generate";

    protected override string DefaultFolder => ProgramLocator.RepositoryRoot;

    /// <summary>Reads a file by its path relative to docs/, with the line endings of all systems made equal.</summary>
    public static string ReadFile(string path) => File.ReadAllText(Path.Combine(Docs, path)).ReplaceLineEndings("\n");

    /// <summary>Creates the files that need no other program, by their paths in the repository.</summary>
    public static IEnumerable<(string Path, string Text)> CreateFiles()
    {
        foreach (var essay in EssayPicture.Essays)
            yield return ($"docs/{essay}.svg", EssayPicture.Draw(essay, ReadFile));
        var blocking = ReadFile("blocking.md");
        yield return ("docs/blocking.md", BlockingPicture.InsertTable(blocking, new EssayResults(blocking, ReadFile)));
        var page = ReadFile("resilience.md");
        foreach (var study in (string[])["tls", "peers"])
        {
            yield return ($"docs/{study}.md",
                GeneratedPart.Replace(ReadFile($"{study}.md"), GeneratedPart.FormatTable($"{study}/{study}")));
        }

        yield return ("docs/resilience.md", ResiliencePicture.InsertTable(page, new EssayResults(page, ReadFile)));
        foreach (var file in DistancePage.CreateFiles(ReadFile("distance.md")))
            yield return file;
        yield return ("docs/less-than-a-core.md", GeneratedPart.Replace(
            ReadFile("less-than-a-core.md"),
            GeneratedPart.FormatTable("less-than-a-core/cpu-quota") + "\n"
            + GeneratedPart.FormatTable("less-than-a-core/memory-limits")));
        yield return ("README.md", GeneratedPart.Replace(ReadFile("../README.md"), ReadmeTable.Format()));

        yield return ($"docs/{ClaimSchema.Path}", ClaimSchema.Format());
        var registry = MetricsRegistry.Read();
        yield return ("docs/metrics.md", MetricsPage.Format(registry, [.. MetricUse.FindAll()]));
        yield return ("service-defaults/Metrics/RegisteredMetrics.g.cs", MetricsSource.Format(registry));
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        foreach (var (path, text) in CreateFiles())
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
