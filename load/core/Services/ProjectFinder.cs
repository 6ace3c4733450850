using System.IO.Enumeration;

namespace TwoTier.Load.Services;

/// <summary>Finds the web project of a folder: the one that is named, or the only one.</summary>
internal static class ProjectFinder
{
    private const string WebSdk = "Microsoft.NET.Sdk.Web";
    private static readonly string[] SkippedFolders = ["node_modules", "bin", "obj"];

    // Links may form a circle.
    private static readonly EnumerationOptions WithoutLinks = new()
    {
        RecurseSubdirectories = true,
        AttributesToSkip = FileAttributes.ReparsePoint,
    };

    /// <exception cref="ServiceException">There is none, or there are several.</exception>
    public static string Find(string name, string folder, string? project)
    {
        if (project is not null)
        {
            var path = Path.Combine(folder, project);
            return Directory.Exists(path) ? Find(name, path, null)
                : File.Exists(path) ? path
                : throw new ServiceException($"--project: there is no {project} in {name}");
        }

        string[] found = [.. ListProjects(folder).Order().Take(6)];
        return found is [var only] ? only : throw new ServiceException(found is []
            ? $"{name} has no web project (*.csproj with {WebSdk}). Name one with --project"
            : $"{name} has several web projects. Name one with --project: "
                + string.Join(", ", found.Select(file => Path.GetRelativePath(folder, file))));
    }

    private static IEnumerable<string> ListProjects(string folder) =>
        new FileSystemEnumerable<string>(folder, (ref entry) => entry.ToFullPath(), WithoutLinks)
        {
            ShouldIncludePredicate = (ref entry) => !entry.IsDirectory
                && entry.FileName.EndsWith(".csproj", StringComparison.OrdinalIgnoreCase),
            ShouldRecursePredicate = (ref entry) => !SkippedFolders.Contains(entry.FileName.ToString()),
        }.Where(file => File.ReadAllText(file).Contains(WebSdk, StringComparison.Ordinal));
}
