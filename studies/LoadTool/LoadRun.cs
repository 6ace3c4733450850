using Studies.Hosting;

namespace Studies.LoadTool;

/// <summary>How a run of the load tool ended.</summary>
/// <param name="Code">Its exit code.</param>
/// <param name="Path">The path of its result file; null when it wrote none.</param>
internal sealed record LoadRun(int Code, string? Path)
{
    /// <summary>Gets a value that indicates whether there are figures, even if they must not be quoted.</summary>
    public bool HasFigures => Code is ExitCode.Success or ExitCode.Invalid && Path is not null;

    /// <exception cref="StudyException">There is no result file.</exception>
    public LoadResult ReadResult() => Path is not null
        ? LoadResult.Read(Path)
        : throw new StudyException($"The load tool exited with code {Code} and wrote no result.");
}
