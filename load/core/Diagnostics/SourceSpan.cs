namespace TwoTier.Load.Diagnostics;

/// <summary>A text that the user wrote, with its location in a file or on the command line.</summary>
internal sealed record SourceSpan(string Text, string Source, int? Line = null, int Column = 1, int Indent = 0)
{
    /// <summary>
    /// Whether the file folds or escapes the text, so that only the start of the text can be located.
    /// </summary>
    public bool IsFolded { get; init; }

    public string GetLocation(int offset = 0) =>
        Line is null ? Source : $"{Source}:{GetLine(offset)}:{GetColumn(offset)}";

    public int GetLine(int offset) => Line!.Value + (IsFolded ? 0 : Text.AsSpan(0, offset).Count('\n'));

    public int GetColumn(int offset)
    {
        if (IsFolded)
            return Column;
        var start = Text.AsSpan(0, offset).LastIndexOf('\n') + 1;
        return start == 0 ? Column + offset : Indent + 1 + offset - start;
    }

    /// <summary>Splits the text, and keeps the place of each part.</summary>
    public IEnumerable<SourceSpan> Split(char separator)
    {
        var offset = 0;
        foreach (var part in Text.Split(separator))
        {
            var start = offset + part.Length - part.TrimStart().Length;
            yield return this with { Text = part.Trim(), Column = IsFolded ? Column : Column + start };
            offset += part.Length + 1;
        }
    }

    public string ResolvePath(string path) =>
        Line is null ? path : Path.Combine(Path.GetDirectoryName(Source) ?? "", path);
}
