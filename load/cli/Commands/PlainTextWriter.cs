namespace TwoTier.Load.Cli.Commands;

/// <summary>A writer that replaces control characters, because error messages may quote a file or a server.</summary>
internal sealed class PlainTextWriter(TextWriter output) : TextWriter
{
    public override Encoding Encoding => output.Encoding;

    public override void Write(char value) => output.Write(PlainText.ReplaceControlsExceptLineFeeds(value));

    public override void WriteLine(string? value) =>
        output.WriteLine(PlainText.ReplaceControlsExceptLineFeeds(value ?? ""));
}
