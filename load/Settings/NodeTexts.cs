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
        if (node.IsText)
            return node.Piece;
        if (node.Items is { Count: > 0 } items && items.All(item => item.IsText))
            return node.Piece with { Text = string.Join(',', items.Select(item => item.Piece.Text)) };
        mistakes.Add(node.Piece, Unlike(key, node, "a text"));
        return null;
    }

    public IEnumerable<Piece> Many(Key key, Node node)
    {
        if (node.IsText)
            return [node.Piece];
        if (node.Items is { } items)
            return items.Select(item => One(key, item)).OfType<Piece>();
        if (key.NamedBy is { } link)
            return node.Entries!.Where(entry => entry.Value.IsText).Select(entry => Linked(entry.Name.Text, link, entry.Value.Piece));
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

    private static Piece Linked(string name, string link, Piece value) =>
        value with { Text = name + link + value.Text, Column = value.Column - name.Length - Colon };
}
