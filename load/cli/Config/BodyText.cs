namespace TwoTier.Load.Cli.Config;

/// <summary>A request body as the user gave it: a text, or the content of a file.</summary>
internal sealed record BodyText(SourceSpan Text, byte[]? Bytes = null)
{
    private const string StandardInput = "@-";
    private static readonly Lazy<byte[]> StandardInputBytes = new(ReadStandardInput);

    /// <summary>
    /// Reads a body: the text itself, or for <c>@path</c> the content of a file, and for <c>@-</c> the standard input.
    /// A text that begins with @ is written with two @.
    /// </summary>
    public static BodyText Parse(SourceSpan span)
    {
        if (span.Text is not ['@', .. var path])
            return new BodyText(span);
        if (path.StartsWith('@'))
            return new BodyText(span with { Text = path });
        var bytes = span.Text == StandardInput ? StandardInputBytes.Value : ReadFile(span.ResolvePath(path));
        try
        {
            var text = new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(bytes);
            return new BodyText(new SourceSpan(text, path == "-" ? "standard input" : path, 1));
        }
        catch (DecoderFallbackException)
        {
            return new BodyText(span with { Text = "" }, bytes);
        }
    }

    private static byte[] ReadFile(string path)
    {
        try
        {
            return File.ReadAllBytes(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            var problem = $"cannot read {path}: {e.Message.TrimEnd('.')}";
            throw ParseException.Create(problem, "@@ for a text that begins with @");
        }
    }

    private static byte[] ReadStandardInput()
    {
        using var input = Console.OpenStandardInput();
        using var bytes = new MemoryStream();
        input.CopyTo(bytes);
        return bytes.ToArray();
    }
}
