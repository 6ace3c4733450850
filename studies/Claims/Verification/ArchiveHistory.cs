namespace Studies.Claims.Verification;

/// <summary>
/// Compares the archive with its versions in git. Lines are only ever added, so each version is the beginning of
/// today's. Whoever changes a line can write the chain of hashes anew, but not the history.
/// </summary>
internal static class ArchiveHistory
{
    public static IEnumerable<string> FindErrors(string archive, IEnumerable<(string Commit, string Text)> versions) =>
        versions.Where(version => !archive.StartsWith(version.Text, StringComparison.Ordinal))
            .Select(version => $"the archive of commit {version.Commit} is not the beginning of today's");

    /// <summary>Reads the versions of a file since it was last empty, when the archive began again.</summary>
    /// <returns>The versions; none if there is no git, or if it has not the whole history.</returns>
    public static async Task<IReadOnlyList<(string Commit, string Text)>> ReadVersionsAsync(
        string path, CancellationToken stop)
    {
        var versions = new List<(string Commit, string Text)>();
        var isWhole = ProgramLocator.IsInstalled("git")
            && (await RunGitAsync("rev-parse --is-shallow-repository", stop)).Trim() is "false";
        // A branch that was merged has lines of its own, which the merge wrote behind those of the main branch.
        var log = isWhole ? await RunGitAsync($"log --first-parent --format=%H -- {path}", stop) : "";
        foreach (var commit in log.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (await RunGitAsync($"show {commit}:{path}", stop) is not [_, ..] text)
                break;
            versions.Add((commit, text.ReplaceLineEndings("\n")));
        }

        return versions;
    }

    // Outside of a repository, git prints nothing but an error.
    private static async Task<string> RunGitAsync(string arguments, CancellationToken stop)
    {
        var program = new ProcessStartInfo("git", $"-C \"{ProgramLocator.RepositoryRoot}\" {arguments}")
        {
            StandardOutputEncoding = Encoding.UTF8,
        };
        // A hook of git, which may run this, has the variables of another command.
        foreach (var name in program.Environment.Keys.Where(IsOfGit).ToArray())
            program.Environment.Remove(name);
        return (await ProcessRunner.CaptureAsync(program, stop)).Output;

        static bool IsOfGit(string name) => name.StartsWith("GIT_", StringComparison.Ordinal);
    }
}
