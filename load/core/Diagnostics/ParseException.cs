namespace TwoTier.Load.Diagnostics;

/// <summary>
/// The exception for user input that cannot be parsed. The message is one line; the properties hold the parts of the
/// message, for output on several lines.
/// </summary>
internal sealed class ParseException : FormatException
{
    private ParseException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// The description of what is wrong. Null if <see cref="FoundText"/> and <see cref="Expected"/> are enough to explain
    /// the error.
    /// </summary>
    public string? Problem { get; private init; }

    /// <summary>
    /// The text that the parser found in the input. Null if <see cref="Problem"/> alone explains the error.
    /// </summary>
    public string? FoundText { get; private init; }

    /// <summary>
    /// The form that the input should have, such as a number with a unit. Null if <see cref="Problem"/> alone explains
    /// the error.
    /// </summary>
    public string? Expected { get; private init; }

    /// <summary>
    /// An example of a text that is accepted, or an action to try; null if there is nothing to suggest.
    /// </summary>
    public string? Suggestion { get; private init; }

    /// <summary>Creates the exception for a text that does not have the expected form.</summary>
    public static ParseException CreateForUnexpectedText(string found, string expected, string? suggestion = null) =>
        new($"\"{found}\" is not valid; expected {expected}{FormatSuggestion(suggestion)}")
        {
            FoundText = $"\"{found}\"",
            Expected = expected,
            Suggestion = suggestion,
        };

    /// <summary>Creates the exception for a problem other than an unexpected form of a text.</summary>
    public static ParseException Create(string problem, string? suggestion = null) =>
        new($"{problem}{FormatSuggestion(suggestion)}") { Problem = problem, Suggestion = suggestion };

    /// <summary>Creates the exception for a problem whose message also says which form is expected.</summary>
    public static ParseException Create(string problem, string found, string expected, string? suggestion) =>
        new($"{problem}; expected {expected}{FormatSuggestion(suggestion)}")
        {
            Problem = problem,
            FoundText = found,
            Expected = expected,
            Suggestion = suggestion,
        };

    private static string FormatSuggestion(string? suggestion) => suggestion is null ? "" : $". Try {suggestion}";
}
