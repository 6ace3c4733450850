namespace TwoTier.Load.Diagnostics;

/// <summary>
/// An error in the user's input: in an option, in a scenario file, or in a file to which an option or a scenario file
/// refers.
/// </summary>
internal sealed record Diagnostic(SourceSpan? Span, int Offset, int Length, FormatException Error, string? ValueName)
{
    /// <summary>
    /// Returns true if both diagnostics have the same message at the same location of the user's input.
    /// </summary>
    public bool Equals(Diagnostic? other) =>
        other is not null && (Span, Offset, Error.Message) == (other.Span, other.Offset, other.Error.Message);

    public override int GetHashCode() => HashCode.Combine(Span, Offset, Error.Message);
}
