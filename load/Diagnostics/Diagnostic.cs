namespace Load.Diagnostics;

/// <summary>Something that is wrong with what somebody wrote.</summary>
/// <param name="Span">What is wrong; null where something is missing that has no place.</param>
/// <param name="Offset">In it.</param>
/// <param name="Length">Of what is wrong.</param>
/// <param name="Error">What is wrong with it.</param>
/// <param name="ValueName">Of the value; null where it has none.</param>
internal sealed record Diagnostic(SourceSpan? Span, int Offset, int Length, FormatException Error, string? ValueName)
{
    /// <summary>The same mistake is the same text at the same place.</summary>
    public bool Equals(Diagnostic? other) =>
        other is not null && (Span, Offset, Error.Message) == (other.Span, other.Offset, other.Error.Message);

    public override int GetHashCode() => HashCode.Combine(Span, Offset, Error.Message);
}
