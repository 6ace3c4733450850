namespace Load.Diagnostics;

/// <summary>
/// An error in the user's input: in an option, in a scenario file, or in a file to which an option or a scenario file
/// refers.
/// </summary>
/// <param name="Span">
/// The text that contains the error. Null if the error is that a text is missing, so that no location can be shown.
/// </param>
/// <param name="Offset">The start of the error in the text, as a number of characters.</param>
/// <param name="Length">The length of the error, as a number of characters.</param>
/// <param name="Error">The exception whose message says what is wrong.</param>
/// <param name="ValueName">
/// The name of the option or key whose value is wrong. Null if the error does not concern a value.
/// </param>
internal sealed record Diagnostic(SourceSpan? Span, int Offset, int Length, FormatException Error, string? ValueName)
{
    /// <summary>
    /// Returns true if both diagnostics have the same message at the same location of the user's input.
    /// </summary>
    public bool Equals(Diagnostic? other) =>
        other is not null && (Span, Offset, Error.Message) == (other.Span, other.Offset, other.Error.Message);

    public override int GetHashCode() => HashCode.Combine(Span, Offset, Error.Message);
}
