namespace Load.Diagnostics;

/// <summary>A text that the user wrote, and where it stands.</summary>
/// <param name="Text">The text as it was written.</param>
/// <param name="Source">The name of the option, or the path of the file.</param>
/// <param name="Line">The line of the file where the text starts, from 1; null for an option.</param>
/// <param name="Column">The column of the file where the text starts, from 1.</param>
/// <param name="Indent">The number of columns before each further line of the text.</param>
internal sealed record SourceSpan(string Text, string Source, int? Line = null, int Column = 1, int Indent = 0)
{
    /// <summary>
    /// The file folds or escapes the text, so offsets in the text are not offsets in the file. Every location is then
    /// reported as the start of the text.
    /// </summary>
    public bool IsFolded { get; init; }

    /// <summary>
    /// The location as <c>file:line:column</c>, which terminals and editors can open; the name of an option.
    /// </summary>
    public string GetLocation(int offset = 0) =>
        Line is null ? Source : $"{Source}:{GetLine(offset)}:{GetColumn(offset)}";

    /// <summary>The line of the file at an offset in the text, from 1.</summary>
    public int GetLine(int offset) => Line!.Value + (IsFolded ? 0 : Text.AsSpan(0, offset).Count('\n'));

    /// <summary>The column of the file at an offset in the text, from 1.</summary>
    public int GetColumn(int offset)
    {
        if (IsFolded)
            return Column;
        var start = Text.AsSpan(0, offset).LastIndexOf('\n') + 1;
        return start == 0 ? Column + offset : Indent + 1 + offset - start;
    }

    /// <summary>
    /// Resolves a path that the text gives: relative to the file that names it, or to the current directory if an
    /// option names it.
    /// </summary>
    public string ResolvePath(string path) =>
        Line is null ? path : Path.Combine(Path.GetDirectoryName(Source) ?? "", path);
}
