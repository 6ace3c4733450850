namespace EndToEnd.Tests.Architecture;

/// <summary>
/// Finds the files of this repository that people wrote, without build output, packages and hidden folders.
/// </summary>
internal static class RepositoryFiles
{
    private static readonly string[] GeneratedFolders = ["bin", "obj", "dist", "node_modules", "results"];

    /// <summary>Finds the files with an extension in a folder of the repository and in its subfolders.</summary>
    /// <returns>Paths relative to the root of the repository, with forward slashes.</returns>
    public static IEnumerable<string> Find(string folder, string extension) =>
        Find(new DirectoryInfo(Path.Combine(Repository.Root, folder)), extension)
            .Select(file => Path.GetRelativePath(Repository.Root, file.FullName).Replace('\\', '/'))
            .Order(StringComparer.Ordinal);

    public static string Read(string path) => File.ReadAllText(Path.Combine(Repository.Root, path));

    private static IEnumerable<FileInfo> Find(DirectoryInfo directory, string extension) =>
        directory.EnumerateFiles($"*{extension}")
            .Concat(directory.EnumerateDirectories().Where(IsHandWritten).SelectMany(inner => Find(inner, extension)));

    private static bool IsHandWritten(DirectoryInfo directory) =>
        !directory.Name.StartsWith('.')
        && !directory.Name.StartsWith("artifacts", StringComparison.Ordinal)
        && !GeneratedFolders.Contains(directory.Name);
}
