namespace Load.Diagnostics;

/// <summary>All that is wrong with what somebody wrote, so that it is said at once.</summary>
internal sealed class DiagnosticList
{
    private readonly List<Diagnostic> _all = [];

    public int Count => _all.Count;

    /// <summary>Options first, then in the order of files and lines; each once, however often it was come across.</summary>
    public IEnumerable<Diagnostic> All => _all
        .Distinct()
        .OrderBy(diagnostic => diagnostic.Span?.Line is null ? "" : diagnostic.Span.Source, StringComparer.Ordinal)
        .ThenBy(diagnostic => diagnostic.Span?.Line is null ? 0 : diagnostic.Span.GetLine(diagnostic.Offset));

    /// <param name="at">Null where something is missing that has no place.</param>
    /// <param name="what">Is wrong.</param>
    /// <param name="suggestion">What to try.</param>
    public void Add(SourceSpan? at, string what, string? suggestion = null) =>
        _all.Add(new(at, 0, at?.Text.Length ?? 0, ParseException.Create(what, suggestion), null));

    /// <param name="at">The text that is wrong.</param>
    /// <param name="why">What is wrong with it.</param>
    /// <param name="name">Of the value, to say what to try in a file.</param>
    public void Add(SourceSpan? at, FormatException why, string? name = null) =>
        _all.Add(new(at, 0, at?.Text.Length ?? 0, why, name));

    /// <param name="at">The text that has something wrong in it.</param>
    /// <param name="offset">Where in it.</param>
    /// <param name="length">Of what is wrong.</param>
    /// <param name="why">What is wrong with it.</param>
    public void Add(SourceSpan at, int offset, int length, FormatException why) =>
        _all.Add(new(at, offset, length, why, null));
}
