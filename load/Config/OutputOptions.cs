using Load.Config.Keys;
using Load.Config.Options;
using Load.Terminal;

namespace Load.Config;

/// <summary>What a command writes and serves besides its output on the console.</summary>
/// <param name="Folder">The folder for the result files.</param>
/// <param name="Repeat">The command that the report shows for repeating the run, or null for the command line.</param>
/// <param name="Hgrm">The file for the latency distribution, or null for none.</param>
/// <param name="Log">The file for one line per request, or null for none.</param>
/// <param name="Metrics">The address at which to serve the tool's own metrics, or null for none.</param>
/// <param name="Serve">How to serve the live page, or null for no live page.</param>
internal sealed record OutputOptions(
    string Folder, string? Repeat, string? Hgrm, string? Log, string? Metrics, LiveOptions? Serve)
{
    public static OutputOptions Read(OptionValues values) => new(
        values.GetValue(OutputKeys.Folder)!,
        values.GetValue(OutputKeys.Repeat),
        values.GetValue(OutputKeys.Hgrm),
        values.GetValue(OutputKeys.Log),
        values.GetValue(OutputKeys.Metrics),
        LiveOptions.Read(values));

    /// <summary>Checks that the result files can be written, and prints the reason if they cannot.</summary>
    public bool CanBeWritten(ToolContext context)
    {
        var hgrmFolder = Hgrm is null ? null : Path.GetDirectoryName(Path.GetFullPath(Hgrm));
        return context.CanWriteTo(Folder)
            && (hgrmFolder is null || context.CanWriteTo(hgrmFolder, OutputKeys.Hgrm.Option));
    }
}
