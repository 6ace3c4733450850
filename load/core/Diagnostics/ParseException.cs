namespace TwoTier.Load.Diagnostics;

/// <summary>Input of the user that cannot be parsed. The properties are the parts of the message.</summary>
internal sealed class ParseException : FormatException
{
    private const int MostCharacters = 1000;

    private ParseException(string? problem, string? found, string? expected, string? suggestion)
        : base(Cut(problem ?? $"{found} is not valid")
            + (expected is null ? "" : $"; expected {expected}")
            + (suggestion is null ? "" : $". Try {Cut(suggestion)}")) =>
        (Problem, FoundText, Expected, Suggestion) = (Cut(problem), Cut(found), expected, Cut(suggestion));

    /// <summary>What is wrong; null if the text and what is expected explain it.</summary>
    public string? Problem { get; }

    /// <summary>The text in the input; null if the problem alone explains the error.</summary>
    public string? FoundText { get; }

    /// <summary>Such as a number with a unit; null if the problem alone explains the error.</summary>
    public string? Expected { get; }

    /// <summary>A text that is accepted, or an action to try.</summary>
    public string? Suggestion { get; }

    /// <summary>The text that the user wrote; null if nobody has said where the error is.</summary>
    public SourceSpan? Span { get; private set; }

    public int Offset { get; private set; }

    public int Length { get; private set; }

    /// <summary>The option or key whose value is wrong.</summary>
    public string? ValueName { get; private set; }

    public static ParseException CreateForUnexpectedText(string found, string expected, string? suggestion = null) =>
        new(null, $"\"{found}\"", expected, suggestion);

    public static ParseException Create(string problem, string? suggestion = null) =>
        new(problem, null, null, suggestion);

    public static ParseException Create(string problem, string found, string expected, string? suggestion) =>
        new(problem, found, expected, suggestion);

    /// <summary>Says where the error is, unless the place is known already.</summary>
    public ParseException At(SourceSpan? span, string? valueName = null) =>
        At(span, 0, span?.Text.Length ?? 0, valueName);

    public ParseException At(SourceSpan? span, int offset, int length, string? valueName = null)
    {
        if (Span is null)
            (Span, Offset, Length, ValueName) = (span, offset, length, valueName);
        return this;
    }

    // A text of the user can be as long as a file.
    [return: NotNullIfNotNull(nameof(text))]
    private static string? Cut(string? text) =>
        text?.Length > MostCharacters ? $"{text.AsSpan(0, MostCharacters)}…" : text;
}
