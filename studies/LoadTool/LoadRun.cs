namespace Studies.LoadTool;

internal sealed record LoadRun(int ToolExitCode, string? Path)
{
    /// <summary>
    /// Gets a value that indicates whether the load tool wrote a result, even one that must not be quoted.
    /// </summary>
    public bool HasResult => ToolExitCode is ExitCode.Success or ExitCode.Invalid && Path is not null;

    public Result ReadResult() => Path is not null
        ? Result.Read(Path)
        : throw new StudyException($"The load tool exited with code {ToolExitCode} and wrote no result file.");
}
