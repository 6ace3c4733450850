namespace Load.Diagnostics;

/// <summary>A text that cannot be what it should be. The message says it in a line.</summary>
internal sealed class ParseException : FormatException
{
    private ParseException(string message)
        : base(message)
    {
    }

    /// <summary>Null where what was found and what was expected says enough.</summary>
    public string? What { get; private init; }

    public string? Found { get; private init; }

    public string? Expected { get; private init; }

    /// <summary>A text that would do.</summary>
    public string? Attempt { get; private init; }

    public static ParseException Expecting(string found, string expected, string? attempt = null) =>
        new($"found \"{found}\", expected {expected}{Try(attempt)}")
        {
            Found = $"\"{found}\"",
            Expected = expected,
            Attempt = attempt,
        };

    /// <summary>Where more is wrong with it than its form.</summary>
    public static ParseException Because(string what, string? attempt = null) =>
        new($"{what}{Try(attempt)}") { What = what, Attempt = attempt };

    /// <param name="what">Is wrong.</param>
    /// <param name="found">In its place.</param>
    /// <param name="expected">In its place.</param>
    /// <param name="attempt">A text that would do.</param>
    public static ParseException Because(string what, string found, string expected, string? attempt) =>
        new($"{what}, expected {expected}{Try(attempt)}")
        {
            What = what,
            Found = found,
            Expected = expected,
            Attempt = attempt,
        };

    private static string Try(string? attempt) => attempt is null ? "" : $". Try {attempt}";
}
