using Load.Reading;

namespace Load.Settings;

/// <summary>
/// Values by key, from a scenario and the command line. What is wrong with a value goes to the mistakes, and reading
/// goes on with the standard one.
/// </summary>
/// <param name="nodes">By the key's name.</param>
/// <param name="known">The keys that there are.</param>
/// <param name="place">Of them all; null for a command line.</param>
/// <param name="mistakes">Takes what is wrong.</param>
/// <param name="outer">Has the values that are not given here.</param>
internal sealed class Fields(
    IReadOnlyDictionary<string, Node> nodes,
    IReadOnlyList<Key> known,
    Piece? place,
    MistakeList mistakes,
    Fields? outer = null)
{
    private readonly NodeTexts _texts = new(mistakes);
    private readonly HashSet<Key> _read = [];
    private readonly List<Fields> _parts = [];

    public MistakeList Mistakes => mistakes;

    /// <summary>Of them all; null for a command line.</summary>
    public Piece? Place => place;

    /// <summary>Those of a mapping; what is no known key is a mistake.</summary>
    public static Fields Of(Node node, IReadOnlyList<Key> known, MistakeList mistakes, Fields? outer = null)
    {
        var nodes = new Dictionary<string, Node>();
        if (node.Entries is null)
            mistakes.Add(node.Piece, NodeTexts.Unlike(node, "names with values", $"{known[0].Name}: …"));
        foreach (var (name, value) in node.Entries ?? [])
        {
            if (known.Any(key => key.Name == name.Text))
                nodes[name.Text] = value;
            else
                mistakes.Add(name, new UnknownKey(name.Text, known).Mistake);
        }

        return new Fields(nodes, known, node.Piece, mistakes, outer);
    }

    /// <summary>Given here.</summary>
    public bool Has(Key key) => nodes.ContainsKey(key.Name);

    public Node? NodeOf(Key key) => nodes.GetValueOrDefault(key.Name);

    /// <summary>Where it is given; else where it should be.</summary>
    public Piece? PlaceOf(Key key) => nodes.TryGetValue(key.Name, out var node) ? node.Piece : place;

    /// <summary>As whoever gave it calls it.</summary>
    public string NameOf(Key key) =>
        nodes.TryGetValue(key.Name, out var node) && node.Piece.Line is null ? node.Piece.Source : key.Name;

    /// <summary>Two keys of which one at most may be given; says so at the first.</summary>
    public void RefuseBoth(Key key, Key other)
    {
        if (Has(key) && Has(other))
            mistakes.Add(PlaceOf(key), $"found {NameOf(other)} too, expected one of them");
    }

    /// <summary>Finds what is wrong with values that nobody has asked for.</summary>
    public void CheckTheRest()
    {
        foreach (var key in known.Where(key => Has(key) && !_read.Contains(key)))
            key.Check(this);
        foreach (var part in _parts)
            part.CheckTheRest();
    }

    /// <returns>The standard value where none is given or it is wrong; without one the type's default.</returns>
    public T? ValueOf<T>(Key<T> key)
    {
        _read.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return outer is not null ? outer.ValueOf(key) : StandardOf(key);
        return _texts.One(key, node) is { } text && TryRead(key, text, out var value) ? value : StandardOf(key);
    }

    /// <summary>Of a key with several; those that are wrong are left out.</summary>
    public IReadOnlyList<T> ValuesOf<T>(Key<T> key)
    {
        _read.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return outer?.ValuesOf(key) ?? [];
        var values = new List<T>();
        foreach (var text in _texts.Many(key, node))
        {
            if (TryRead(key, text, out var value))
                values.Add(value!);
        }

        return values;
    }

    /// <summary>Of a list whose items have keys of their own.</summary>
    public IReadOnlyList<Fields> PartsOf(PartsKey key)
    {
        _read.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return [];
        if (node is { IsText: true, Piece.Line: null })
            node = YamlText.OfOption(node.Piece, mistakes);
        if (node?.Items is { Count: > 0 } items)
        {
            Fields[] parts = [.. items.Select(item => Of(item, key.Parts, mistakes, key.Inherits ? this : null))];
            _parts.AddRange(parts);
            return parts;
        }

        if (node is not null)
            mistakes.Add(node.Piece, NodeTexts.Unlike(node, "a list", $"- {key.Parts[0].Name}: …"));
        return [];
    }

    private bool TryRead<T>(Key<T> key, Piece text, out T? value)
    {
        try
        {
            value = key.Read(text);
            return true;
        }
        catch (FormatException e)
        {
            mistakes.Add(text, e, key.Name);
            value = default;
            return false;
        }
    }

    private static T? StandardOf<T>(Key<T> key) =>
        key.Standard is { } standard ? key.Read(new Piece(standard, key.Option)) : default;
}
