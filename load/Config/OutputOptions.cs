using Load.Config.Keys;
using Load.Config.Options;
using Load.Terminal;

namespace Load.Config;

/// <summary>What is written.</summary>
/// <param name="Folder">Of the result files.</param>
/// <param name="Repeat">What the report says to type to see it again; null is the command line.</param>
/// <param name="Hgrm">A file for the latencies; null for none.</param>
/// <param name="Log">A file with a line for every request; null for none.</param>
/// <param name="Metrics">Where to serve the tool's own metrics; null for nowhere.</param>
/// <param name="Serve">How to serve the live page; null for not at all.</param>
internal sealed record OutputOptions(
    string Folder, string? Repeat, string? Hgrm, string? Log, string? Metrics, LiveOptions? Serve)
{
    public static OutputOptions From(OptionValues values) => new(
        values.GetValue(OutputKeys.Folder)!,
        values.GetValue(OutputKeys.Repeat),
        values.GetValue(OutputKeys.Hgrm),
        values.GetValue(OutputKeys.Log),
        values.GetValue(OutputKeys.Metrics),
        LiveOptions.From(values));

    /// <summary>Says why not.</summary>
    public bool CanBeWritten(ToolContext context)
    {
        var beside = Hgrm is null ? null : Path.GetDirectoryName(Path.GetFullPath(Hgrm));
        return context.CanWriteTo(Folder) && (beside is null || context.CanWriteTo(beside, "--hgrm"));
    }
}
