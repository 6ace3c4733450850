using Load.Diagnostics;

namespace Load.Config.Options;

/// <summary>The texts that a value consists of, in the shapes that a file may give it.</summary>
internal sealed class NodeReader(DiagnosticList diagnostics)
{
    // Between a name and its value in a file.
    private const int Colon = 2;

    /// <summary>A single one; a list of short texts may be written as one text with commas too.</summary>
    public SourceSpan? ReadText(OptionKey key, ConfigNode node)
    {
        if (node is { IsText: true, IsNothing: false })
            return node.Span;
        if (key.IsCommaSeparated && node.Items is { Count: > 0 } items && items.All(item => item is { IsText: true, IsNothing: false }))
            return node.Span with { Text = string.Join(',', items.Select(item => item.Span.Text)) };
        diagnostics.Add(node.Span, Unlike(key, node, "a text"));
        return null;
    }

    public IEnumerable<SourceSpan> ReadTexts(OptionKey key, ConfigNode node)
    {
        if (node is { IsText: true, IsNothing: false })
            return [node.Span];
        if (node.Items is { Count: > 0 } items)
            return items.Select(item => ReadText(key, item)).OfType<SourceSpan>();
        if (key.NameSeparator is { } link && node.Entries is { Count: > 0 } entries)
            return entries.Select(entry => JoinNameAndValue(key, entry.Name, link, entry.Value)).OfType<SourceSpan>();
        diagnostics.Add(node.Span, Unlike(key, node, "a text or a list of texts"));
        return [];
    }

    /// <summary>It is another shape than it should be.</summary>
    public static ParseException Unlike(ConfigNode node, string expected, string? attempt) =>
        ParseException.Because($"this is {node.Shape}", node.Shape, expected, attempt);

    private static ParseException Unlike(OptionKey key, ConfigNode node, string expected) =>
        node.Span.Text.StartsWith("{{{", StringComparison.Ordinal)
            ? ParseException.Because(
                "a value that begins with {{{ needs quotes",
                node.Shape,
                expected,
                $"{key.Name}: \"{node.Span.Text.TrimEnd()}\"")
            : Unlike(node, expected, key.Default);

    private SourceSpan? JoinNameAndValue(OptionKey key, SourceSpan name, string link, ConfigNode value)
    {
        if (ReadText(key, value) is not { } text)
            return null;
        return text.Line == name.Line
            ? text with { Text = name.Text + link + text.Text, Column = text.Column - name.Text.Length - Colon }
            : name with { Text = name.Text + link + text.Text, IsFolded = true };
    }
}
