namespace Load.Diagnostics;

/// <summary>Collects every error in what the user wrote, so that all of them are reported at once.</summary>
internal sealed class DiagnosticList
{
    private readonly List<Diagnostic> _all = [];

    /// <summary>The number of errors, duplicates included.</summary>
    public int Count => _all.Count;

    /// <summary>Every error once: those in options first, then those in files, ordered by file and line.</summary>
    public IEnumerable<Diagnostic> All => _all
        .Distinct()
        .OrderBy(diagnostic => diagnostic.Span?.Line is null ? "" : diagnostic.Span.Source, StringComparer.Ordinal)
        .ThenBy(diagnostic => diagnostic.Span?.Line is null ? 0 : diagnostic.Span.GetLine(diagnostic.Offset));

    /// <summary>Adds an error by its message.</summary>
    /// <param name="span">The text that is wrong; null if something is missing that has no place.</param>
    /// <param name="problem">What is wrong.</param>
    /// <param name="suggestion">What the user can try; null if there is nothing to suggest.</param>
    public void Add(SourceSpan? span, string problem, string? suggestion = null) =>
        _all.Add(new(span, 0, span?.Text.Length ?? 0, ParseException.Create(problem, suggestion), null));

    /// <summary>Adds an error that a parser reported for a whole text.</summary>
    /// <param name="span">The text that is wrong; null if something is missing that has no place.</param>
    /// <param name="error">What is wrong with it.</param>
    /// <param name="valueName">The name of the option or key whose value is wrong; null if it has none.</param>
    public void Add(SourceSpan? span, FormatException error, string? valueName = null) =>
        _all.Add(new(span, 0, span?.Text.Length ?? 0, error, valueName));

    /// <summary>Adds an error in a part of a text.</summary>
    /// <param name="span">The text that has the error.</param>
    /// <param name="offset">The start of the error in the text, in characters.</param>
    /// <param name="length">The length of the error, in characters.</param>
    /// <param name="error">What is wrong there.</param>
    public void Add(SourceSpan span, int offset, int length, FormatException error) =>
        _all.Add(new(span, offset, length, error, null));
}
