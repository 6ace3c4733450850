namespace TwoTier.Load.Diagnostics;

/// <summary>Collects every error in the user's input, so that all errors are reported at once.</summary>
internal sealed class DiagnosticList
{
    private readonly List<Diagnostic> _all = [];

    /// <summary>The number of errors, duplicates included.</summary>
    public int Count => _all.Count;

    /// <summary>
    /// Every distinct error: first the errors in options, then the errors in files, ordered by file and line.
    /// </summary>
    public IEnumerable<Diagnostic> All => _all
        .Distinct()
        .OrderBy(diagnostic => diagnostic.Span?.Line is null ? "" : diagnostic.Span.Source, StringComparer.Ordinal)
        .ThenBy(diagnostic => diagnostic.Span?.Line is null ? 0 : diagnostic.Span.GetLine(diagnostic.Offset));

    /// <summary>Adds an error with the given message.</summary>
    public void Add(SourceSpan? span, string problem, string? suggestion = null) =>
        _all.Add(new(span, 0, span?.Text.Length ?? 0, ParseException.Create(problem, suggestion), null));

    /// <summary>Adds an error that a parser reported and that concerns the whole text of an option or key.</summary>
    public void Add(SourceSpan? span, FormatException error, string? valueName = null) =>
        _all.Add(new(span, 0, span?.Text.Length ?? 0, error, valueName));

    /// <summary>Adds an error that a parser found at a place within the user's text.</summary>
    public void Add(SourceSpan span, int offset, int length, FormatException error) =>
        _all.Add(new(span, offset, length, error, null));
}
