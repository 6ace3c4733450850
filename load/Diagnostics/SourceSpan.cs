namespace Load.Diagnostics;

/// <summary>A text that somebody wrote, and where.</summary>
/// <param name="Text">As it was written.</param>
/// <param name="Source">An option or a file.</param>
/// <param name="Line">Of the file, where the text starts; null for an option.</param>
/// <param name="Column">Of the file, where the text starts.</param>
/// <param name="Indent">Columns before each of its further lines.</param>
internal sealed record SourceSpan(string Text, string Source, int? Line = null, int Column = 1, int Indent = 0)
{
    /// <summary>Its lines are not those of the file, which may fold and escape: every place in it is where it starts.</summary>
    public bool IsFolded { get; init; }

    /// <summary>The place of a mistake, for terminals and editors that jump there.</summary>
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

    /// <summary>A file that is named in a file lies beside it; one that an option names, where it says.</summary>
    public string ResolvePath(string path) =>
        Line is null ? path : Path.Combine(Path.GetDirectoryName(Source) ?? "", path);
}
