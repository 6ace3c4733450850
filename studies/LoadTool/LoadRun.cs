using Studies.Hosting;

namespace Studies.LoadTool;

/// <summary>The outcome of a run of the load tool.</summary>
/// <param name="ToolExitCode">The exit code of the load tool.</param>
/// <param name="Path">The path of the result file; null if the load tool wrote none.</param>
internal sealed record LoadRun(int ToolExitCode, string? Path)
{
    /// <summary>
    /// Gets a value that indicates whether the load tool wrote a result, even one that must not be quoted.
    /// </summary>
    public bool HasResult => ToolExitCode is ExitCode.Success or ExitCode.Invalid && Path is not null;

    /// <exception cref="StudyException">The load tool wrote no result file.</exception>
    public LoadResult ReadResult() => Path is not null
        ? LoadResult.Read(Path)
        : throw new StudyException($"The load tool exited with code {ToolExitCode} and wrote no result file.");
}
