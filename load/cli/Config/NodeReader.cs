namespace TwoTier.Load.Cli.Config;

/// <summary>
/// Reads the texts of an option's value, which a scenario file may write as a text, a list or a mapping.
/// </summary>
internal sealed class NodeReader(DiagnosticList diagnostics)
{
    // The length of ": ", which separates a name from its value in a scenario file.
    private const int ColonLength = 2;

    /// <summary>Reads a value that is one text. A comma-separated text may be written as a list.</summary>
    /// <returns>The text, or null if the value has another shape; the error is then added to the diagnostics.</returns>
    public SourceSpan? ReadText(OptionKey key, ConfigNode node)
    {
        if (node is { IsText: true, IsNull: false })
            return node.Span;
        if (key.Info.IsCommaSeparated && node.Items is { Count: > 0 } items
            && items.All(item => item is { IsText: true, IsNull: false }))
        {
            return node.Span with { Text = string.Join(',', items.Select(item => item.Span.Text)) };
        }

        diagnostics.Add(node.Span, CreateWrongKindError(key, node, "a single value"));
        return null;
    }

    public IEnumerable<SourceSpan> ReadTexts(OptionKey key, ConfigNode node)
    {
        if (node is { IsText: true, IsNull: false })
            return Split(key, node.Span);
        if (node.Items is { Count: > 0 } items)
            return items.Select(item => ReadText(key, item)).OfType<SourceSpan>().SelectMany(text => Split(key, text));
        if (key.Info.NameSeparator is { } separator && node.Entries is { Count: > 0 } entries)
            return entries.Select(entry => Join(key, entry.Name, separator, entry.Value)).OfType<SourceSpan>();
        diagnostics.Add(node.Span, CreateWrongKindError(key, node, "a single value or a list of values"));
        return [];
    }

    public static ParseException CreateWrongKindError(ConfigNode node, string expected, string? attempt) =>
        ParseException.Create(
            node.IsNull ? "the value is missing" : $"the value is {node.KindName}", node.KindName, expected, attempt);

    private static ParseException CreateWrongKindError(OptionKey key, ConfigNode node, string expected) =>
        node.Span.Text.StartsWith("{{{", StringComparison.Ordinal)
            ? ParseException.Create(
                "a value that begins with {{{ needs quotes",
                node.KindName,
                expected,
                $"{key.Name}: \"{node.Span.Text.TrimEnd()}\"")
            : CreateWrongKindError(node, expected, key.Info.Default);

    // Joins the name and the value of a mapping entry to the text that the command line option would have, and keeps
    // the place of the entry in the file.
    private SourceSpan? Join(OptionKey key, SourceSpan name, string separator, ConfigNode value)
    {
        if (ReadText(key, value) is not { } text)
            return null;
        var joined = name.Text + separator + text.Text;
        return text.Line == name.Line
            ? text with { Text = joined, Column = text.Column - name.Text.Length - ColonLength }
            : name with { Text = joined, IsFolded = true };
    }

    // Splits a text at its commas, and keeps the place of each part.
    private static IEnumerable<SourceSpan> Split(OptionKey key, SourceSpan text)
    {
        var offset = 0;
        foreach (var part in key.Info.IsCommaSeparated ? text.Text.Split(',') : [text.Text])
        {
            var start = offset + part.Length - part.TrimStart().Length;
            yield return text with { Text = part.Trim(), Column = text.IsFolded ? text.Column : text.Column + start };
            offset += part.Length + 1;
        }
    }
}
