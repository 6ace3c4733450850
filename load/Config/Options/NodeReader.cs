using Load.Diagnostics;

namespace Load.Config.Options;

/// <summary>The texts that a value consists of, in the shapes that a file may give it.</summary>
internal sealed class NodeReader(DiagnosticList mistakes)
{
    // Between a name and its value in a file.
    private const int Colon = 2;

    /// <summary>A single one; a list of short texts may be written as one text with commas too.</summary>
    public SourceSpan? One(OptionKey key, ConfigNode node)
    {
        if (node is { IsText: true, IsNothing: false })
            return node.Piece;
        if (key.HasCommas && node.Items is { Count: > 0 } items && items.All(item => item is { IsText: true, IsNothing: false }))
            return node.Piece with { Text = string.Join(',', items.Select(item => item.Piece.Text)) };
        mistakes.Add(node.Piece, Unlike(key, node, "a text"));
        return null;
    }

    public IEnumerable<SourceSpan> Many(OptionKey key, ConfigNode node)
    {
        if (node is { IsText: true, IsNothing: false })
            return [node.Piece];
        if (node.Items is { Count: > 0 } items)
            return items.Select(item => One(key, item)).OfType<SourceSpan>();
        if (key.NamedBy is { } link && node.Entries is { Count: > 0 } entries)
            return entries.Select(entry => Linked(key, entry.Name, link, entry.Value)).OfType<SourceSpan>();
        mistakes.Add(node.Piece, Unlike(key, node, "a text or a list of texts"));
        return [];
    }

    /// <summary>It is another shape than it should be.</summary>
    public static ParseException Unlike(ConfigNode node, string expected, string? attempt) =>
        ParseException.Create($"this is {node.Shape}", node.Shape, expected, attempt);

    private static ParseException Unlike(OptionKey key, ConfigNode node, string expected) =>
        node.Piece.Text.StartsWith("{{{", StringComparison.Ordinal)
            ? ParseException.Create(
                "a value that begins with {{{ needs quotes",
                node.Shape,
                expected,
                $"{key.Name}: \"{node.Piece.Text.TrimEnd()}\"")
            : Unlike(node, expected, key.Standard);

    private SourceSpan? Linked(OptionKey key, SourceSpan name, string link, ConfigNode value)
    {
        if (One(key, value) is not { } text)
            return null;
        return text.Line == name.Line
            ? text with { Text = name.Text + link + text.Text, Column = text.Column - name.Text.Length - Colon }
            : name with { Text = name.Text + link + text.Text, IsFolded = true };
    }
}
