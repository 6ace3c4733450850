namespace TwoTier.Load.Cli.Config;

/// <summary>The files and events of a command, besides its output on the console.</summary>
internal sealed record OutputOptions(
    string Folder,
    string? Summary,
    string? RepeatCommand,
    string? Hgrm,
    string? Log,
    bool HasTraces,
    bool IsBig,
    EventOptions? Events)
{
    public static OutputOptions Read(OptionValues values) => new(
        values.GetValue(OutputKeys.Folder)!,
        values.GetValue(OutputKeys.Summary),
        values.GetValue(OutputKeys.RepeatCommand),
        values.GetValue(OutputKeys.HgrmPath),
        values.GetValue(OutputKeys.Log),
        values.GetValue(OutputKeys.Trace),
        values.GetValue(OutputKeys.Big),
        EventOptions.Read(values));

    /// <summary>Checks that the result files can be written. If not, prints the reason.</summary>
    public bool CanBeWritten(ToolContext context)
    {
        return context.CanWriteTo(Folder)
            && CanWriteBeside(Hgrm, OutputKeys.HgrmPath.Option)
            && CanWriteBeside(Summary, OutputKeys.Summary.Option)
            && CanWriteBeside(Events?.RecordingPath, EventKeys.Recording.Option);

        bool CanWriteBeside(string? path, string option) =>
            path is null || context.CanWriteTo(Path.GetDirectoryName(Path.GetFullPath(path))!, option);
    }
}
