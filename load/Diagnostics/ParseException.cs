namespace Load.Diagnostics;

/// <summary>A text that cannot be what it should be. The message says it in a line.</summary>
internal sealed class ParseException : FormatException
{
    private ParseException(string message)
        : base(message)
    {
    }

    /// <summary>Null where what was found and what was expected says enough.</summary>
    public string? Problem { get; private init; }

    public string? Found { get; private init; }

    public string? Expected { get; private init; }

    /// <summary>A text that would do.</summary>
    public string? Suggestion { get; private init; }

    public static ParseException CreateUnexpected(string found, string expected, string? suggestion = null) =>
        new($"found \"{found}\", expected {expected}{FormatSuggestion(suggestion)}")
        {
            Found = $"\"{found}\"",
            Expected = expected,
            Suggestion = suggestion,
        };

    /// <summary>Where more is wrong with it than its form.</summary>
    public static ParseException Create(string what, string? suggestion = null) =>
        new($"{what}{FormatSuggestion(suggestion)}") { Problem = what, Suggestion = suggestion };

    /// <param name="what">Is wrong.</param>
    /// <param name="found">In its place.</param>
    /// <param name="expected">In its place.</param>
    /// <param name="suggestion">A text that would do.</param>
    public static ParseException Create(string what, string found, string expected, string? suggestion) =>
        new($"{what}, expected {expected}{FormatSuggestion(suggestion)}")
        {
            Problem = what,
            Found = found,
            Expected = expected,
            Suggestion = suggestion,
        };

    private static string FormatSuggestion(string? suggestion) => suggestion is null ? "" : $". Try {suggestion}";
}
