namespace Load.Diagnostics;

/// <summary>Something that is wrong with what somebody wrote.</summary>
/// <param name="At">What is wrong; null where something is missing that has no place.</param>
/// <param name="Offset">In it.</param>
/// <param name="Length">Of what is wrong.</param>
/// <param name="Why">What is wrong with it.</param>
/// <param name="Name">Of the value; null where it has none.</param>
internal sealed record Diagnostic(SourceSpan? At, int Offset, int Length, FormatException Why, string? Name)
{
    /// <summary>The same mistake is the same text at the same place.</summary>
    public bool Equals(Diagnostic? other) =>
        other is not null && (At, Offset, Why.Message) == (other.At, other.Offset, other.Why.Message);

    public override int GetHashCode() => HashCode.Combine(At, Offset, Why.Message);
}
