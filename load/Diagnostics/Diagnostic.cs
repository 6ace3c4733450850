namespace Load.Diagnostics;

/// <summary>An error in what the user wrote: an option, a scenario file, or a file that one of them names.</summary>
/// <param name="Span">The text that has the error; null if something is missing that has no place.</param>
/// <param name="Offset">The start of the error in the text, in characters.</param>
/// <param name="Length">The length of the error, in characters.</param>
/// <param name="Error">What is wrong, as a message.</param>
/// <param name="ValueName">The name of the option or key whose value is wrong; null if it has none.</param>
internal sealed record Diagnostic(SourceSpan? Span, int Offset, int Length, FormatException Error, string? ValueName)
{
    /// <summary>Two diagnostics are equal if they have the same message at the same place.</summary>
    public bool Equals(Diagnostic? other) =>
        other is not null && (Span, Offset, Error.Message) == (other.Span, other.Offset, other.Error.Message);

    public override int GetHashCode() => HashCode.Combine(Span, Offset, Error.Message);
}
