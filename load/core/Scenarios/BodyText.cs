using System.Text.Unicode;

namespace TwoTier.Load.Scenarios;

/// <summary>A request body as the user gave it: a text, or the bytes of a file that has none.</summary>
internal sealed record BodyText(SourceSpan Text, byte[]? Bytes = null)
{
    /// <summary>
    /// Reads a body: the text itself, or for <c>@path</c> the content of a file. A text that begins with @ is written
    /// with two @.
    /// </summary>
    public static BodyText Parse(SourceSpan span)
    {
        if (span.Text is not ['@', .. var path])
            return new BodyText(span);
        if (path.StartsWith('@'))
            return new BodyText(span with { Text = path });
        return ReadFile(span, path, "@@ for a text that begins with @");
    }

    /// <summary>Reads a body from a file, whose path is relative to the file that names it.</summary>
    public static BodyText ReadFile(SourceSpan span, string path, string? suggestion = null)
    {
        path = span.ResolvePath(path);
        var bytes = TextFile.ReadBytes(path, suggestion);
        // The bytes are sent as they are, but for parameters, and line ends that a media type needs.
        if (ParameterSet.FindPlaceholders(Encoding.Latin1.GetString(bytes)).Count > 0)
            return new BodyText(new SourceSpan(TextFile.Decode(path, bytes, keepsMark: true), path, 1));
        var isText = Utf8.IsValid(bytes);
        return new BodyText(span with { Text = isText ? Encoding.UTF8.GetString(bytes) : "" }, isText ? null : bytes);
    }
}
