using Load.Config.Keys;
using Load.Config.Options;
using Load.Terminal;

namespace Load.Config;

/// <summary>The files and HTTP pages of a command, besides its output on the console.</summary>
/// <param name="Folder">The folder into which the result files are written.</param>
/// <param name="Summary">The path of a file to which the result is appended as Markdown, or null for none.</param>
/// <param name="RepeatCommand">
/// The command that the report shows for repeating the run, or null to show the actual command line.
/// </param>
/// <param name="Hgrm">The path of the file for the latency distribution, or null for no such file.</param>
/// <param name="Log">The path of the request log, which has one line per request, or null for no log.</param>
/// <param name="Metrics">The address at which to serve the load tool's own metrics, or null to serve none.</param>
/// <param name="Trace">The address at which to receive spans, or null if requests are not traced.</param>
/// <param name="IsBig">True to print the finding and a table of four columns only.</param>
/// <param name="Serve">How to serve the live page, or null for no live page.</param>
internal sealed record OutputOptions(
    string Folder,
    string? Summary,
    string? RepeatCommand,
    string? Hgrm,
    string? Log,
    string? Metrics,
    string? Trace,
    bool IsBig,
    LiveOptions? Serve)
{
    public static OutputOptions Read(OptionValues values) => new(
        values.GetValue(OutputKeys.Folder)!,
        values.GetValue(OutputKeys.Summary),
        values.GetValue(OutputKeys.RepeatCommand),
        values.GetValue(OutputKeys.HgrmPath),
        values.GetValue(OutputKeys.Log),
        values.GetValue(OutputKeys.Metrics),
        values.GetValue(OutputKeys.Trace),
        values.GetValue(OutputKeys.Big),
        LiveOptions.Read(values));

    /// <summary>Checks that the result files can be written. If not, prints the reason.</summary>
    public bool CanBeWritten(ToolContext context)
    {
        return context.CanWriteTo(Folder)
            && CanWriteBeside(Hgrm, OutputKeys.HgrmPath.Option)
            && CanWriteBeside(Summary, OutputKeys.Summary.Option);

        bool CanWriteBeside(string? path, string option) =>
            path is null || context.CanWriteTo(Path.GetDirectoryName(Path.GetFullPath(path))!, option);
    }
}
