namespace TwoTier.Load.Diagnostics;

internal sealed class DiagnosticList
{
    private readonly List<Diagnostic> _all = [];

    public int Count => _all.Count;

    /// <summary>Every distinct error: first those in options, then those in files, by file and line.</summary>
    public IEnumerable<Diagnostic> All => _all
        .Distinct()
        .OrderBy(diagnostic => diagnostic.Span?.Line is null ? "" : diagnostic.Span.Source, StringComparer.Ordinal)
        .ThenBy(diagnostic => diagnostic.Span?.Line is null ? 0 : diagnostic.Span.GetLine(diagnostic.Offset));

    public void Add(SourceSpan? span, string problem, string? suggestion = null) =>
        _all.Add(new(span, 0, span?.Text.Length ?? 0, ParseException.Create(problem, suggestion), null));

    /// <summary>Adds an error that a parser reported and that concerns the whole text of an option or key.</summary>
    public void Add(SourceSpan? span, FormatException error, string? valueName = null) =>
        _all.Add(new(span, 0, span?.Text.Length ?? 0, error, valueName));

    public void Add(SourceSpan span, int offset, int length, FormatException error) =>
        _all.Add(new(span, offset, length, error, null));
}

internal sealed record Diagnostic(SourceSpan? Span, int Offset, int Length, FormatException Error, string? ValueName)
{
    public bool Equals(Diagnostic? other) =>
        other is not null && (Span, Offset, Error.Message) == (other.Span, other.Offset, other.Error.Message);

    public override int GetHashCode() => HashCode.Combine(Span, Offset, Error.Message);
}
