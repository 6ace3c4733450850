using System.Diagnostics;
using System.Xml.Linq;

namespace TwoTier.Load.Cli.Ab;

/// <summary>
/// Makes a side of <c>load ab</c> from its text. Commits and projects are built once, in a folder that is deleted with
/// the builder, so that the working tree stays as it is.
/// </summary>
internal sealed class SideBuilder(
    string workingFolder, string? project, Action<string> report, CancellationToken stop) : IAsyncDisposable
{
    private const string CommitPrefix = "git:";
    private static readonly string[] PackageItems = ["PackageReference", "PackageVersion"];
    private readonly string _builds = Directory.CreateTempSubdirectory("load-ab-").FullName;
    private readonly List<string> _worktrees = [];

    /// <summary>Makes a side from a URL, <c>git:REF</c>, a project or its folder, or a command.</summary>
    public async Task<Side> CreateAsync(string name, string text)
    {
        if (text.Contains("://", StringComparison.Ordinal) && !text.Contains(' ', StringComparison.Ordinal))
            return new Side(name, text, text.TrimEnd('/'), "", "");
        if (text.StartsWith(CommitPrefix, StringComparison.Ordinal))
            return await BuildAsync(name, text, await CheckOutAsync(name, text[CommitPrefix.Length..]), []);
        var path = Path.GetFullPath(text, workingFolder);
        if (Directory.Exists(path) || (File.Exists(path) && IsProject(path)))
            return await BuildAsync(name, text, path, []);
        return new Side(name, text, null, text, workingFolder);
    }

    /// <summary>Makes a side from a project with one of its packages in another version.</summary>
    public Task<Side> CreateWithPackageAsync(string name, string path, string package, string version)
    {
        // Imported after the project, so that it replaces the version, wherever the project has it from.
        var targets = Path.Combine(_builds, $"{name}.targets");
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
        foreach (var worktree in _worktrees)
        {
            await RunAsync(
                "git", ["-C", workingFolder, "worktree", "remove", "--force", worktree], CancellationToken.None);
        }

        Directory.Delete(_builds, recursive: true);
    }

    private static bool IsProject(string path) => Path.GetExtension(path).EndsWith("proj", StringComparison.Ordinal);

    private async Task<string> CheckOutAsync(string name, string commit)
    {
        var worktree = Path.Combine(_builds, $"{name}-source");
        var (exitCode, output) = await RunAsync(
            "git", ["-C", workingFolder, "worktree", "add", "--detach", worktree, commit], stop);
        if (exitCode != 0)
            throw new ServiceException($"{CommitPrefix}{commit} cannot be checked out: {output.Trim()}");
        _worktrees.Add(worktree);
        var (_, prefix) = await RunAsync("git", ["-C", workingFolder, "rev-parse", "--show-prefix"], stop);
        return Path.Combine(worktree, prefix.Trim());
    }

    private async Task<Side> BuildAsync(string name, string text, string path, string[] properties)
    {
        var file = Directory.Exists(path) ? FindProject(name, path, project) : path;
        report($"{name}: builds {Path.GetFileName(file)}");
        var artifacts = Path.Combine(_builds, $"{name}-build");
        string[] options = ["-c", "Release", "--artifacts-path", artifacts, .. properties];
        var (exitCode, output) = await RunAsync("dotnet", ["build", file, "-nodeReuse:false", .. options], stop);
        if (exitCode != 0)
        {
            var errors = output.Split('\n').Where(line => line.Contains("error", StringComparison.Ordinal)).Distinct();
            throw new ServiceException(
                $"{name} does not build:\n{string.Join('\n', errors.Take(10).Select(line => $"    {line.Trim()}"))}");
        }

        var (_, target) = await RunAsync(
            "dotnet",
            ["msbuild", file, "-p:Configuration=Release", $"-p:ArtifactsPath={artifacts}", "-getProperty:TargetPath"],
            stop);
        return new Side(name, text, null, $"dotnet \"{target.Trim()}\"", Path.GetDirectoryName(file)!);
    }

    private static string FindProject(string name, string folder, string? project)
    {
        if (project is not null)
        {
            var path = Path.Combine(folder, project);
            return Directory.Exists(path) ? FindProject(name, path, null)
                : File.Exists(path) ? path
                : throw new ServiceException($"--project: there is no {project} in {name}");
        }

        var all = Directory.EnumerateFiles(folder, "*.csproj", SearchOption.AllDirectories)
            .Where(file => File.ReadAllText(file).Contains("Microsoft.NET.Sdk.Web", StringComparison.Ordinal));
        string[] found = [.. all.Order().Take(6)];
        return found is [var only] ? only : throw new ServiceException(found is []
            ? $"{name} has no web project (*.csproj with Microsoft.NET.Sdk.Web). Name one with --project"
            : $"{name} has several web projects. Name one with --project: "
                + string.Join(", ", found.Select(file => Path.GetRelativePath(folder, file))));
    }

    private static async Task<(int ExitCode, string Output)> RunAsync(
        string program, string[] arguments, CancellationToken stop)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = ToolEnvironment.Start(start);
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            await process.WaitForExitAsync(stop);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new OperationCanceledException("Stopped during the build. There is nothing to report.", stop);
        }

        return (process.ExitCode, await output + (process.ExitCode == 0 ? "" : await errors));
    }
}
