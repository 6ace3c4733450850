using System.Xml.Linq;

namespace TwoTier.Load.Services;

/// <summary>
/// A commit of the repository of a folder, checked out elsewhere. It gets what the folder has beyond the commit: the
/// settings of builds above the repository, submodules, and files that git ignores.
/// </summary>
internal sealed class Checkout(
    string workingFolder, string worktree, Action<string> report, CancellationToken stop)
{
    // The largest file that is copied, in bytes: larger ones are data.
    private const int LargestFile = 1_000_000;

    // A hook of the user may fail, or change what is checked out.
    private static readonly string[] WithoutHooks = ["-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=off"];

    // The first ones are imported, so that relative paths in them are those of their own folder; the others are copied.
    private static readonly string[] BuildFiles =
    [
        "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props",
        "global.json", "nuget.config", "NuGet.config", "NuGet.Config",
    ];

    private static readonly string[] OutputFolders = ["bin", "obj", "artifacts", "node_modules", "TestResults"];

    /// <summary>Checks the commit out.</summary>
    /// <param name="commit">The commit, as the user names it.</param>
    /// <returns>The folder there that is the working one here, and what it lacks, as words behind a name.</returns>
    /// <exception cref="ServiceException">There is no such commit, or it cannot be checked out.</exception>
    public async Task<(string Folder, string Lacks)> AddAsync(string commit)
    {
        // A text of the user that begins with - is no option.
        var (exitCode, output) = await GitAsync(
            workingFolder, "worktree", "add", "--detach", "--end-of-options", worktree, commit);
        if (exitCode != 0)
        {
            throw new ServiceException(
                $"git:{commit} cannot be checked out: {output.Trim()}. git branch --all lists the branches");
        }

        (_, output) = await GitAsync(workingFolder, "rev-parse", "--show-toplevel", "--show-prefix");
        var (top, prefix) = output.Split('\n') is [var first, var second, ..] ? (first, second) : (output.Trim(), "");
        ImportFilesAbove(top);
        var lacks = new List<string>(await CopyIgnoredAsync(top));
        if (File.Exists(Path.Combine(worktree, ".gitmodules")))
        {
            (exitCode, output) = await GitAsync(worktree, "submodule", "--quiet", "update", "--init", "--recursive");
            if (exitCode != 0)
            {
                lacks.Insert(0, "its submodules");
                report($"lacks its submodules: {output.Trim().Split('\n')[^1]}");
            }
        }

        return (Path.Combine(worktree, prefix), lacks.Count == 0 ? "" : $" without {string.Join(", ", lacks)}");
    }

    /// <summary>Gets what identifies the source of a folder; null if it has changes, or is in no repository.</summary>
    public static async Task<string?> IdentifyAsync(string folder, CancellationToken stop)
    {
        try
        {
            return await GuardedProcess.RunAsync("git", ["status", "--porcelain"], folder, stop) is (0, "")
                ? (await GuardedProcess.RunAsync("git", ["rev-parse", "HEAD^{tree}", "--show-prefix"], folder, stop)).Output
                : null;
        }
        catch (ServiceException)
        {
            // There is no git.
            return null;
        }
    }

    private void ImportFilesAbove(string top)
    {
        var above = new List<string>();
        for (var folder = Path.GetDirectoryName(top); folder is not null; folder = Path.GetDirectoryName(folder))
            above.Add(folder);
        foreach (var name in BuildFiles)
        {
            var here = Path.Combine(worktree, "..", name);
            var found = above.Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
            if (found is null || File.Exists(here))
                continue;
            if (name.StartsWith("Directory", StringComparison.Ordinal))
                new XElement("Project", new XElement("Import", new XAttribute("Project", found))).Save(here);
            else
                File.Copy(found, here);
        }
    }

    // Of a folder that git ignores as a whole, only the name is known. Those of builds are made anew.
    private async Task<IEnumerable<string>> CopyIgnoredAsync(string top)
    {
        var (_, output) = await GitAsync(top, "ls-files", "--others", "--ignored", "--exclude-standard", "--directory");
        var lacks = new List<string>();
        foreach (var path in output.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var isFolder = path.EndsWith('/');
            if (path.Split('/').Any(part => OutputFolders.Contains(part) || (isFolder && part is ['.', _, ..])))
                continue;
            if (isFolder || !TryCopy(new FileInfo(Path.Combine(top, path)), new FileInfo(Path.Combine(worktree, path))))
                lacks.Add(path);
        }

        return lacks;
    }

    private static bool TryCopy(FileInfo file, FileInfo copy)
    {
        try
        {
            if (!file.Exists || file.Length > LargestFile)
                return false;
            copy.Directory!.Create();
            if (!copy.Exists)
                file.CopyTo(copy.FullName);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private Task<(int ExitCode, string Output)> GitAsync(string folder, params string[] arguments) =>
        GuardedProcess.RunAsync("git", ["-C", folder, .. WithoutHooks, .. arguments], workingFolder, stop);
}
