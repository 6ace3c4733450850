using Load.Diagnostics;

namespace Load.Config.Options;

/// <summary>
/// Values by key, from a scenario and the command line. What is wrong with a value goes to the diagnostics, and reading
/// goes on with the standard one.
/// </summary>
/// <param name="nodes">By the key's name.</param>
/// <param name="known">The keys that there are.</param>
/// <param name="place">Of them all; null for a command line.</param>
/// <param name="diagnostics">Takes what is wrong.</param>
/// <param name="outer">Has the values that are not given here.</param>
internal sealed class OptionValues(
    IReadOnlyDictionary<string, ConfigNode> nodes,
    IReadOnlyList<OptionKey> known,
    SourceSpan? place,
    DiagnosticList diagnostics,
    OptionValues? outer = null)
{
    private readonly NodeReader _texts = new(diagnostics);
    private readonly HashSet<OptionKey> _read = [];
    private readonly List<OptionValues> _parts = [];

    public DiagnosticList Diagnostics => diagnostics;

    /// <summary>Of them all; null for a command line.</summary>
    public SourceSpan? Location => place;

    /// <summary>Those of a mapping; what is no known key is a mistake.</summary>
    public static OptionValues Create(ConfigNode node, IReadOnlyList<OptionKey> known, DiagnosticList diagnostics, OptionValues? outer = null)
    {
        var nodes = new Dictionary<string, ConfigNode>();
        if (node.Entries is null)
            diagnostics.Add(node.Span, NodeReader.Unlike(node, "names with values", $"{known[0].Name}: …"));
        foreach (var (name, value) in node.Entries ?? [])
        {
            if (known.Any(key => key.Name == name.Text))
                nodes[name.Text] = value;
            else
                diagnostics.Add(name, new UnknownKey(name.Text, known).Mistake);
        }

        return new OptionValues(nodes, known, node.Span, diagnostics, outer);
    }

    /// <summary>Given here.</summary>
    public bool Has(OptionKey key) => nodes.ContainsKey(key.Name);

    public ConfigNode? GetNode(OptionKey key) => nodes.GetValueOrDefault(key.Name);

    /// <summary>Where it is given; else where it should be.</summary>
    public SourceSpan? GetLocation(OptionKey key) => nodes.TryGetValue(key.Name, out var node) ? node.Span : place;

    /// <summary>As whoever gave it calls it.</summary>
    public string GetDisplayName(OptionKey key) =>
        nodes.TryGetValue(key.Name, out var node) && node.Span.Line is null ? node.Span.Source : key.Name;

    /// <summary>Two keys of which one at most may be given; says so at the first.</summary>
    public void RejectBoth(OptionKey key, OptionKey other)
    {
        if (Has(key) && Has(other))
            diagnostics.Add(GetLocation(key), $"found {GetDisplayName(other)} too, expected one of them");
    }

    /// <summary>Finds what is wrong with values that nobody has asked for.</summary>
    public void CheckUnread()
    {
        foreach (var key in known.Where(key => Has(key) && !_read.Contains(key)))
            key.Check(this);
        foreach (var part in _parts)
            part.CheckUnread();
    }

    /// <returns>The standard value where none is given or it is wrong; without one the type's default.</returns>
    public T? GetValue<T>(OptionKey<T> key)
    {
        _read.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return outer is not null ? outer.GetValue(key) : GetDefault(key);
        return _texts.ReadText(key, node) is { } text && TryParse(key, text, out var value) ? value : GetDefault(key);
    }

    /// <summary>Of a key with several; those that are wrong are left out.</summary>
    public IReadOnlyList<T> GetValues<T>(OptionKey<T> key)
    {
        _read.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return outer?.GetValues(key) ?? [];
        var values = new List<T>();
        foreach (var text in _texts.ReadTexts(key, node))
        {
            if (TryParse(key, text, out var value))
                values.Add(value!);
        }

        return values;
    }

    /// <summary>Of a list whose items have keys of their own.</summary>
    public IReadOnlyList<OptionValues> GetItems(ListKey key)
    {
        _read.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return [];
        if (node is { IsText: true, Span.Line: null })
            node = YamlReader.ParseOption(node.Span, diagnostics);
        if (node?.Items is { Count: > 0 } items)
        {
            OptionValues[] parts = [.. items.Select(item => Create(item, key.ItemKeys, diagnostics, key.InheritsOuterValues ? this : null))];
            _parts.AddRange(parts);
            return parts;
        }

        if (node is not null)
            diagnostics.Add(node.Span, NodeReader.Unlike(node, "a list", $"- {key.ItemKeys[0].Name}: …"));
        return [];
    }

    private bool TryParse<T>(OptionKey<T> key, SourceSpan text, out T? value)
    {
        try
        {
            value = key.Parse(text);
            return true;
        }
        catch (FormatException e)
        {
            diagnostics.Add(text, e, key.Name);
            value = default;
            return false;
        }
    }

    private static T? GetDefault<T>(OptionKey<T> key) =>
        key.Default is { } standard ? key.Parse(new SourceSpan(standard, key.Option)) : default;
}
