using Load.Diagnostics;

namespace Load.Config.Options;

/// <summary>
/// Values by key, from a scenario and the command line. What is wrong with a value goes to the mistakes, and reading
/// goes on with the standard one.
/// </summary>
/// <param name="nodes">By the key's name.</param>
/// <param name="known">The keys that there are.</param>
/// <param name="place">Of them all; null for a command line.</param>
/// <param name="mistakes">Takes what is wrong.</param>
/// <param name="outer">Has the values that are not given here.</param>
internal sealed class OptionValues(
    IReadOnlyDictionary<string, ConfigNode> nodes,
    IReadOnlyList<OptionKey> known,
    SourceSpan? place,
    DiagnosticList mistakes,
    OptionValues? outer = null)
{
    private readonly NodeReader _texts = new(mistakes);
    private readonly HashSet<OptionKey> _read = [];
    private readonly List<OptionValues> _parts = [];

    public DiagnosticList Mistakes => mistakes;

    /// <summary>Of them all; null for a command line.</summary>
    public SourceSpan? Place => place;

    /// <summary>Those of a mapping; what is no known key is a mistake.</summary>
    public static OptionValues Create(ConfigNode node, IReadOnlyList<OptionKey> known, DiagnosticList mistakes, OptionValues? outer = null)
    {
        var nodes = new Dictionary<string, ConfigNode>();
        if (node.Entries is null)
            mistakes.Add(node.Piece, NodeReader.Unlike(node, "names with values", $"{known[0].Name}: …"));
        foreach (var (name, value) in node.Entries ?? [])
        {
            if (known.Any(key => key.Name == name.Text))
                nodes[name.Text] = value;
            else
                mistakes.Add(name, new UnknownKey(name.Text, known).Mistake);
        }

        return new OptionValues(nodes, known, node.Piece, mistakes, outer);
    }

    /// <summary>Given here.</summary>
    public bool Has(OptionKey key) => nodes.ContainsKey(key.Name);

    public ConfigNode? NodeOf(OptionKey key) => nodes.GetValueOrDefault(key.Name);

    /// <summary>Where it is given; else where it should be.</summary>
    public SourceSpan? PlaceOf(OptionKey key) => nodes.TryGetValue(key.Name, out var node) ? node.Piece : place;

    /// <summary>As whoever gave it calls it.</summary>
    public string NameOf(OptionKey key) =>
        nodes.TryGetValue(key.Name, out var node) && node.Piece.Line is null ? node.Piece.Source : key.Name;

    /// <summary>Two keys of which one at most may be given; says so at the first.</summary>
    public void RefuseBoth(OptionKey key, OptionKey other)
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
    public T? ValueOf<T>(OptionKey<T> key)
    {
        _read.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return outer is not null ? outer.ValueOf(key) : StandardOf(key);
        return _texts.One(key, node) is { } text && TryRead(key, text, out var value) ? value : StandardOf(key);
    }

    /// <summary>Of a key with several; those that are wrong are left out.</summary>
    public IReadOnlyList<T> ValuesOf<T>(OptionKey<T> key)
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
    public IReadOnlyList<OptionValues> PartsOf(ListKey key)
    {
        _read.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return [];
        if (node is { IsText: true, Piece.Line: null })
            node = YamlReader.ParseOption(node.Piece, mistakes);
        if (node?.Items is { Count: > 0 } items)
        {
            OptionValues[] parts = [.. items.Select(item => Create(item, key.Parts, mistakes, key.Inherits ? this : null))];
            _parts.AddRange(parts);
            return parts;
        }

        if (node is not null)
            mistakes.Add(node.Piece, NodeReader.Unlike(node, "a list", $"- {key.Parts[0].Name}: …"));
        return [];
    }

    private bool TryRead<T>(OptionKey<T> key, SourceSpan text, out T? value)
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

    private static T? StandardOf<T>(OptionKey<T> key) =>
        key.Standard is { } standard ? key.Read(new SourceSpan(standard, key.Option)) : default;
}
