namespace TwoTier.Load.Diagnostics;

/// <summary>A text that the user wrote, with its location in a file or on the command line.</summary>
internal sealed record SourceSpan(string Text, string Source, int? Line = null, int Column = 1, int Indent = 0)
{
    /// <summary>
    /// True if the file folds or escapes the text, so that offsets in the text are not offsets in the file. The start
    /// of the text is then reported as the location of every error in the text.
    /// </summary>
    public bool IsFolded { get; init; }

    /// <summary>
    /// Gets the location of the text as <c>file:line:column</c>, which terminals and editors can open. For a command
    /// line option, gets the name of the option.
    /// </summary>
    public string GetLocation(int offset = 0) =>
        Line is null ? Source : $"{Source}:{GetLine(offset)}:{GetColumn(offset)}";

    /// <summary>Gets the line of the file, from 1, that corresponds to an offset in the text.</summary>
    public int GetLine(int offset) => Line!.Value + (IsFolded ? 0 : Text.AsSpan(0, offset).Count('\n'));

    /// <summary>Gets the column of the file, from 1, that corresponds to an offset in the text.</summary>
    public int GetColumn(int offset)
    {
        if (IsFolded)
            return Column;
        var start = Text.AsSpan(0, offset).LastIndexOf('\n') + 1;
        return start == 0 ? Column + offset : Indent + 1 + offset - start;
    }

    /// <summary>
    /// Resolves a path that the text contains: relative to the file that contains the text, or to the current directory
    /// if the text is a command line option.
    /// </summary>
    public string ResolvePath(string path) =>
        Line is null ? path : Path.Combine(Path.GetDirectoryName(Source) ?? "", path);
}
