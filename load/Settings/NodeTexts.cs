using Load.Reading;

namespace Load.Settings;

/// <summary>The texts that a value consists of, in the shapes that a file may give it.</summary>
internal sealed class NodeTexts(MistakeList mistakes)
{
    // Between a name and its value in a file.
    private const int Colon = 2;

    /// <summary>A single one; a list of short texts may be written as one text with commas too.</summary>
    public Piece? One(Key key, Node node)
    {
        if (node is { IsText: true, IsNothing: false })
            return node.Piece;
        if (key.HasCommas && node.Items is { Count: > 0 } items && items.All(item => item is { IsText: true, IsNothing: false }))
            return node.Piece with { Text = string.Join(',', items.Select(item => item.Piece.Text)) };
        mistakes.Add(node.Piece, Unlike(key, node, "a text"));
        return null;
    }

    public IEnumerable<Piece> Many(Key key, Node node)
    {
        if (node is { IsText: true, IsNothing: false })
            return [node.Piece];
        if (node.Items is { Count: > 0 } items)
            return items.Select(item => One(key, item)).OfType<Piece>();
        if (key.NamedBy is { } link && node.Entries is { Count: > 0 } entries)
            return entries.Select(entry => Linked(key, entry.Name, link, entry.Value)).OfType<Piece>();
        mistakes.Add(node.Piece, Unlike(key, node, "a text or a list of texts"));
        return [];
    }

    /// <summary>It is another shape than it should be.</summary>
    public static WrongException Unlike(Node node, string expected, string? attempt) =>
        WrongException.Because($"this is {node.Shape}", node.Shape, expected, attempt);

    private static WrongException Unlike(Key key, Node node, string expected) =>
        node.Piece.Text.StartsWith("{{{", StringComparison.Ordinal)
            ? WrongException.Because(
                "a value that begins with {{{ needs quotes",
                node.Shape,
                expected,
                $"{key.Name}: \"{node.Piece.Text.TrimEnd()}\"")
            : Unlike(node, expected, key.Standard);

    private Piece? Linked(Key key, Piece name, string link, Node value)
    {
        if (One(key, value) is not { } text)
            return null;
        return text.Line == name.Line
            ? text with { Text = name.Text + link + text.Text, Column = text.Column - name.Text.Length - Colon }
            : name with { Text = name.Text + link + text.Text, IsFolded = true };
    }
}
