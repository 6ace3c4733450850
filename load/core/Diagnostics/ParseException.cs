namespace TwoTier.Load.Diagnostics;

/// <summary>Input of the user that cannot be parsed.</summary>
internal sealed class ParseException : FormatException
{
    private const int MostCharacters = 1000;

    private ParseException(string problem, string? suggestion)
        : base(problem + (suggestion is null ? "" : $". Try {Cut(suggestion)}"))
    {
    }

    /// <summary>The text that the user wrote; null if nobody has said where the error is.</summary>
    public SourceSpan? Span { get; private set; }

    /// <summary>The key of a file whose value is wrong; null if it does not help.</summary>
    public string? Key { get; private set; }

    public static ParseException CreateForUnexpectedText(string found, string expected, string? suggestion = null) =>
        new($"\"{Cut(found)}\" is not valid; expected {expected}", suggestion);

    public static ParseException Create(string problem, string? suggestion = null) => new(Cut(problem), suggestion);

    /// <summary>Says where the error is, unless the place is known already.</summary>
    public ParseException At(SourceSpan? span, string? key = null)
    {
        if (Span is null)
            (Span, Key) = (span, key);
        return this;
    }

    /// <summary>Formats the error with its place: the option, or the file, the line and the key.</summary>
    public string Format() => Span is null ? Message
        : $"{Span.Place}: error: {(Key is null || Span.Line is null ? "" : $"{Key}: ")}{Message}";

    // A text of the user can be as long as a file.
    private static string Cut(string text) =>
        text.Length > MostCharacters ? $"{text.AsSpan(0, MostCharacters)}…" : text;
}
