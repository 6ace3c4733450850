using System.Xml.Linq;
using TwoTier.Load.Scenarios;

namespace TwoTier.Load.Services;

/// <summary>
/// Makes a side of <c>load ab</c> from its text. Commits and projects are built once, in a folder that is deleted with
/// the builder, so that the working tree stays as it is.
/// </summary>
internal sealed class SideBuilder(
    string workingFolder, string? project, Action<string> report, CancellationToken stop) : IAsyncDisposable
{
    private const string CommitPrefix = "git:";
    private const string ImagePrefix = "image:";
    private const string FolderPrefix = "load-ab-";
    private const string SourceSuffix = "-source";
    private const string LockName = "lock";
    private const string PathProperty = "-getProperty:TargetPath";
    private const int ShownLines = 10;
    private static readonly string[] PackageItems = ["PackageReference", "PackageVersion"];
    private readonly FileStream _lock = new(
        Path.Combine(Directory.CreateTempSubdirectory(FolderPrefix).FullName, LockName),
        FileMode.CreateNew,
        FileAccess.Write,
        FileShare.Delete);

    private ContainerEngine? _engine;

    private string Builds => Path.GetDirectoryName(_lock.Name)!;

    /// <summary>Makes a side from a commit, an image, a project or its folder, or a command.</summary>
    public async Task<Side> CreateAsync(string name, string text)
    {
        if (StoredCommand.IsUrl(text))
            throw ParseException.Create("a URL is no service that can be started", "load compare");
        if (text.StartsWith(ImagePrefix, StringComparison.Ordinal))
            return await FindImageAsync(name, text);
        if (text.StartsWith(CommitPrefix, StringComparison.Ordinal))
            return await BuildAsync(name, text, await CheckOutAsync(name, text[CommitPrefix.Length..]), []);
        var path = Path.GetFullPath(text, workingFolder);
        if (Directory.Exists(path) || (File.Exists(path) && IsBuilt(path)))
            return await BuildAsync(name, text, path, []);
        return new Side(name, StoredCommand.Describe(text, workingFolder), text, workingFolder);
    }

    /// <summary>Makes a side from a project with one of its packages in another version.</summary>
    public Task<Side> CreateWithPackageAsync(string name, string path, string package, string version)
    {
        // Imported after the project, so that it replaces the version, wherever the project has it from.
        var targets = Path.Combine(Builds, $"{name}.targets");
        var update = PackageItems.Select(item => new XElement(
            item, new XAttribute("Update", package), new XAttribute("Version", version)));
        File.WriteAllText(targets, new XElement("Project", new XElement("ItemGroup", update)).ToString());
        return BuildAsync(
            name,
            $"{path} with {package} {version}",
            Path.GetFullPath(path, workingFolder),
            [$"-p:CustomAfterMicrosoftCommonTargets={targets}", "-p:RestorePackagesWithLockFile=false"]);
    }

    public async ValueTask DisposeAsync()
    {
        await DeleteAsync(Builds);
        await _lock.DisposeAsync();
    }

    /// <summary>
    /// Deletes the folders and work trees of load tools that were killed, so that they no longer lock them.
    /// </summary>
    public async Task DeleteAbandonedAsync()
    {
        foreach (var folder in Directory.EnumerateDirectories(Path.GetTempPath(), $"{FolderPrefix}*"))
        {
            try
            {
                await using var free = new FileStream(
                    Path.Combine(folder, LockName), FileMode.Open, FileAccess.Write, FileShare.None);
                await DeleteAsync(folder);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It is in use, or belongs to another user.
            }
        }
    }

    private async Task DeleteAsync(string folder)
    {
        foreach (var worktree in Directory.EnumerateDirectories(folder, $"*{SourceSuffix}"))
        {
            string[] remove = ["worktree", "remove", "--force", "--force", worktree];
            await GuardedProcess.RunAsync("git", ["-C", worktree, .. remove], workingFolder, CancellationToken.None);
        }

        Directory.Delete(folder, recursive: true);
    }

    // A program in one file is built like a project.
    private static bool IsBuilt(string path) => Path.GetExtension(path) is ".cs" or [.., 'p', 'r', 'o', 'j'];

    private async Task<Side> FindImageAsync(string name, string text)
    {
        if (_engine is null)
            await (_engine = new ContainerEngine(_lock.Name)).PrepareAsync();
        var image = await _engine.FindImageAsync(text[ImagePrefix.Length..]);
        return new Side(name, $"{text} ({image.Id[..19]})", "", "") { Image = image };
    }

    private async Task<string> CheckOutAsync(string name, string commit)
    {
        var worktree = Path.Combine(Builds, $"{name}{SourceSuffix}");
        // A text of the user that begins with - is no option.
        string[] add = ["worktree", "add", "--detach", "--end-of-options", worktree, commit];
        var (exitCode, output) = await GuardedProcess.RunAsync(
            "git", ["-C", workingFolder, .. add], workingFolder, stop);
        if (exitCode != 0)
        {
            throw new ServiceException(
                $"{CommitPrefix}{commit} cannot be checked out: {output.Trim()}. git branch --all lists the branches");
        }

        var (_, prefix) = await GuardedProcess.RunAsync(
            "git", ["-C", workingFolder, "rev-parse", "--show-prefix"], workingFolder, stop);
        return Path.Combine(worktree, prefix.Trim());
    }

    private async Task<Side> BuildAsync(string name, string text, string path, string[] properties)
    {
        var file = Directory.Exists(path) ? ProjectFinder.Find(name, path, project) : path;
        report($"{name}: builds {Path.GetFileName(file)}");
        var artifacts = Path.Combine(Builds, $"{name}-build");
        string[] build = ["build", file, "-c", "Release", "--artifacts-path", artifacts, .. properties];
        var target = await RunDotnetAsync(name, [.. build, PathProperty]);
        if (target is "")
        {
            // With several frameworks, each has a path. The newest is the one of this SDK, if any is.
            var newest = (await RunDotnetAsync(name, [.. build, "-getProperty:TargetFrameworks"])).Split(';')
                .MaxBy(one => Version.TryParse(one.Replace("net", ""), out var version) ? version : null)!;
            build = [.. build, "-f", newest];
            target = await RunDotnetAsync(name, [.. build, PathProperty]);
        }

        await RunDotnetAsync(name, build);
        return new Side(name, text, $"dotnet \"{target}\"", Path.GetDirectoryName(file)!);
    }

    private async Task<string> RunDotnetAsync(string name, string[] arguments)
    {
        var (exitCode, output) = await GuardedProcess.RunAsync("dotnet", arguments, workingFolder, stop);
        if (exitCode == 0)
            return output.Trim();
        string[] lines = [.. output.Split('\n').Select(line => line.Trim()).Where(line => line is not "").Distinct()];
        var errors = lines.Where(line => line.Contains(": error", StringComparison.Ordinal)).Take(ShownLines).ToArray();
        throw new ServiceException($"{name} does not build:"
            + string.Concat((errors is [] ? lines[^Math.Min(ShownLines, lines.Length)..] : errors)
                .Select(line => $"\n    {line}")));
    }
}
