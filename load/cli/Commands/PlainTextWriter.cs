namespace TwoTier.Load.Cli.Commands;

/// <summary>A writer for messages, which may quote a file, a server or an option: replaces control characters.</summary>
internal sealed class PlainTextWriter(TextWriter output) : TextWriter
{
    public override Encoding Encoding => output.Encoding;

    public override void Write(char value) => output.Write(PlainText.ReplaceControlsExceptLineFeeds(value));

    public override void WriteLine(string? value) =>
        output.WriteLine(PlainText.ReplaceControlsExceptLineFeeds(value ?? ""));
}
