using System.IO.Compression;

namespace Studies.Claims.Archive;

/// <summary>Keeps the result files of published measurements, compressed, in a folder of docs/archive.</summary>
internal static class RawResults
{
    private static readonly string[] Extensions = [".json", ".txt"];

    /// <summary>Compresses result files. Returns their path, relative to the archive; null if there are none.</summary>
    public static string? Save(string resultsFolder, string archiveFolder)
    {
        string[] files =
        [
            .. Directory.EnumerateFiles(resultsFolder, "*", SearchOption.AllDirectories)
                .Where(file => Extensions.Contains(Path.GetExtension(file))),
        ];
        if (files is [])
            return null;
        var name = Path.GetFileName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(resultsFolder)));
        var folder = Directory.CreateDirectory(Path.Combine(archiveFolder, "raw", name)).FullName;
        foreach (var file in files)
        {
            var path = Path.GetRelativePath(resultsFolder, file).Replace(Path.DirectorySeparatorChar, '-');
            using var output = new StreamWriter(new GZipStream(
                File.Create(Path.Combine(folder, $"{path}.gz")), CompressionLevel.SmallestSize));
            output.Write(RemoveRepositoryPath(File.ReadAllText(file)));
        }

        return $"raw/{name}";
    }

    // Where the repository lies on the measuring machine concerns nobody.
    private static string RemoveRepositoryPath(string text) =>
        text.Replace(ProgramLocator.RepositoryRoot, "", StringComparison.Ordinal);
}
