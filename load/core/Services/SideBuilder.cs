using TwoTier.Load.Scenarios;

namespace TwoTier.Load.Services;

/// <summary>
/// Makes a side of <c>load ab</c> from its text. Commits and projects are built once, in a folder that is deleted with
/// the builder, so that the working tree stays as it is.
/// </summary>
internal sealed class SideBuilder(
    string workingFolder, AbSettings settings, Action<string> report, CancellationToken stop) : IAsyncDisposable
{
    private const string CommitPrefix = "git:";
    private const string ImagePrefix = "image:";
    private const string FolderPrefix = "load-ab-";
    private const string SourceSuffix = "-source";
    private const string LockName = "lock";

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
        {
            var checkout = new Checkout(
                workingFolder, Path.Combine(Builds, $"{name}{SourceSuffix}"), line => report($"{name}: {line}"), stop);
            var (folder, lacks) = await checkout.AddAsync(text[CommitPrefix.Length..]);
            return await CreateProject(name, folder).BuildAsync(text + lacks);
        }

        var path = Path.GetFullPath(text, workingFolder);
        if (Directory.Exists(path) || (File.Exists(path) && IsBuilt(path)))
            return await CreateProject(name, path).BuildAsync(text);
        return new Side(name, StoredCommand.Describe(text, workingFolder), text, workingFolder)
        {
            Variables = settings.Env,
            Identity = text,
        };
    }

    /// <summary>Makes a side from a project with one of its packages in another version.</summary>
    /// <exception cref="ServiceException">The project does not have the package itself.</exception>
    public Task<Side> CreateWithPackageAsync(string name, string path, string package, string version) =>
        CreateProject(name, Path.GetFullPath(path, workingFolder)).BuildWithPackageAsync(path, package, version);

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

    private ProjectBuild CreateProject(string name, string path) => new(
        name, Directory.Exists(path) ? ProjectFinder.Find(name, path, settings.Project) : path,
        Path.Combine(Builds, $"{name}-build"), settings, report, stop);

    private async Task<Side> FindImageAsync(string name, string text)
    {
        if (_engine is null)
            await (_engine = new ContainerEngine(_lock.Name)).PrepareAsync();
        var image = await _engine.FindImageAsync(text[ImagePrefix.Length..]);
        return new Side(name, $"{text} ({image.Id[..19]})", "", "")
        {
            Image = image,
            Variables = settings.Env,
            Identity = image.Id,
        };
    }
}
