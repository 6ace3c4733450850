namespace Load.Targeting;

/// <summary>A text that may hold parameters, and where it was written.</summary>
/// <param name="Text">As it was written.</param>
/// <param name="Source">An option or a file.</param>
/// <param name="Line">Of the file, where the text starts.</param>
internal sealed record Piece(string Text, string Source, int? Line = null)
{
    /// <summary>The place of a mistake, for terminals and editors that jump there.</summary>
    public string PlaceAt(int offset) =>
        Line is { } line ? $"{Source}:{line + Text.AsSpan(0, offset).Count('\n')}" : Source;
}
