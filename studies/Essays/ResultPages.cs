using TwoTier.Load;

namespace Studies.Essays;

/// <summary>The pages of docs/results, each of which follows from the JSON file beside it.</summary>
internal static class ResultPages
{
    private const string Folder = "docs/results";

    private static IEnumerable<string> Files => FindFiles(Folder).Where(path => HasEnd(path, ".json"));

    /// <summary>Finds pages that do not follow from a JSON file, and results that do not follow from samples.</summary>
    public static async Task<IReadOnlyList<string>> FindErrorsAsync(CancellationToken stop)
    {
        var pages = await CreateAsync(stop);
        return
        [
            .. FindFiles(Folder).Where(path => HasEnd(path, ".md")).Except(pages.Select(page => page.Path))
                .Select(path => $"{path} has no JSON file"),
            .. pages.Where(page => !File.Exists(ProgramLocator.GetPath(page.Path)) || Read(page.Path) != page.Text)
                .Select(page => $"{page.Path} is not what its JSON file gives"),
            .. from file in Files.Where(IsOfLoadTool)
               let flaw = LoadTest.FindFlaw(Result.Read(ProgramLocator.GetPath(file)))
               where flaw is not null
               select $"{file} {flaw}",
        ];
    }

    /// <summary>Creates the pages, by their paths: the load tool writes the reports of its results again.</summary>
    public static async Task<IReadOnlyList<(string Path, string Text)>> CreateAsync(CancellationToken stop)
    {
        var pages = Files.Where(file => !IsOfLoadTool(file))
            .Select(file => (GetPage(file), StudyFiles.FormatPage(Read(file))));
        var folder = Directory.CreateTempSubdirectory("reports-").FullName;
        try
        {
            var reports = Files.Where(IsOfLoadTool)
                .Select((file, index) => (File: file, Copy: Path.Combine(folder, $"{index}.json"))).ToArray();
            foreach (var (file, copy) in reports)
                File.Copy(ProgramLocator.GetPath(file), copy);
            var printed = await ProcessRunner.CaptureAsync(
                ProgramLocator.CreateStartInfo("Load", ["report", .. reports.Select(report => report.Copy)]), stop);
            return printed.ExitCode is ExitCode.Success
                ? [.. pages, .. reports.Select(report => (GetPage(report.File), Read(GetPage(report.Copy))))]
                : throw new StudyException($"load report failed: {printed.Errors}");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Computes the hashes of all that the chain of results has (<see cref="ResultChain"/>).</summary>
    public static Dictionary<string, string> ComputeHashes() => FindFiles(Folder)
        .Where(path => !HasEnd(path, ".md"))
        .Concat(FindFiles("docs/archive").Where(path => HasEnd(path, ".json"))).Append(ResultChain.Measurements)
        .Select(path => (Path: path, Hash: Hashing.HashWhole(Read(path))))
        .Concat(ClaimCatalog.Library.Claims.Select(claim => ($"rule of {claim.Id}", claim.Hash)))
        .ToDictionary();

    /// <summary>Computes the hash of the words of all pages, and of the files that people write.</summary>
    public static string HashPages() => Hashing.Hash(string.Concat(
        ((string[])["docs", "load", "prometheus"]).SelectMany(FindFiles).Append("README.md")
            .Where(path => HasEnd(path, ".md") || HasEnd(path, ".yaml")).Order(StringComparer.Ordinal)
            .Select(path => $"{Hashing.HashWhole(Read(path))}  {path}\n")));

    /// <summary>Reads a file of the repository, with the line endings of all systems made equal.</summary>
    public static string Read(string path) => File.ReadAllText(ProgramLocator.GetPath(path)).ReplaceLineEndings("\n");

    private static bool IsOfLoadTool(string file) => JsonElement.Parse(Read(file)).TryGetProperty("schema", out _);
    private static string GetPage(string file) => Path.ChangeExtension(file, ".md");
    private static bool HasEnd(string path, string end) => path.EndsWith(end, StringComparison.Ordinal);

    private static IEnumerable<string> FindFiles(string folder) =>
        Directory.GetFiles(ProgramLocator.GetPath(folder), "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(ProgramLocator.RepositoryRoot, path).Replace('\\', '/'))
            .Where(path => !path.Contains("/node_modules/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal);
}
