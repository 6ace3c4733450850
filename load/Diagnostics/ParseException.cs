namespace Load.Diagnostics;

/// <summary>
/// A text that cannot be parsed. The message is one line; the properties hold its parts, for output of several lines.
/// </summary>
internal sealed class ParseException : FormatException
{
    private ParseException(string message)
        : base(message)
    {
    }

    /// <summary>
    /// What is wrong; null if <see cref="Found"/> and <see cref="Expected"/> are enough to explain it.
    /// </summary>
    public string? Problem { get; private init; }

    /// <summary>What was found; null if the problem explains it.</summary>
    public string? Found { get; private init; }

    /// <summary>What is expected in its place; null if the problem explains it.</summary>
    public string? Expected { get; private init; }

    /// <summary>
    /// An example of a text that is accepted, or an action to try; null if there is nothing to suggest.
    /// </summary>
    public string? Suggestion { get; private init; }

    /// <summary>Creates the exception for a text that does not have the expected form.</summary>
    /// <param name="found">The text as it was written.</param>
    /// <param name="expected">The form that is expected.</param>
    /// <param name="suggestion">An example of a text that is accepted.</param>
    public static ParseException CreateUnexpected(string found, string expected, string? suggestion = null) =>
        new($"found \"{found}\", expected {expected}{FormatSuggestion(suggestion)}")
        {
            Found = $"\"{found}\"",
            Expected = expected,
            Suggestion = suggestion,
        };

    /// <summary>Creates the exception for a problem that is not just one of form.</summary>
    /// <param name="problem">What is wrong.</param>
    /// <param name="suggestion">What the user can try.</param>
    public static ParseException Create(string problem, string? suggestion = null) =>
        new($"{problem}{FormatSuggestion(suggestion)}") { Problem = problem, Suggestion = suggestion };

    /// <summary>Creates the exception for a problem that has a found and an expected part.</summary>
    /// <param name="problem">What is wrong.</param>
    /// <param name="found">What was found.</param>
    /// <param name="expected">What is expected in its place.</param>
    /// <param name="suggestion">What the user can try.</param>
    public static ParseException Create(string problem, string found, string expected, string? suggestion) =>
        new($"{problem}, expected {expected}{FormatSuggestion(suggestion)}")
        {
            Problem = problem,
            Found = found,
            Expected = expected,
            Suggestion = suggestion,
        };

    private static string FormatSuggestion(string? suggestion) => suggestion is null ? "" : $". Try {suggestion}";
}
