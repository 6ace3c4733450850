namespace TwoTier.Load.Cli.Config.Options;

/// <summary>
/// The values of the keys in a scenario file and on the command line. An invalid value is reported as a diagnostic and
/// replaced by the default, so that reading continues and finds all errors.
/// </summary>
internal sealed class OptionValues(
    IReadOnlyDictionary<string, ConfigNode> nodes,
    IReadOnlyList<OptionKey> known,
    SourceSpan? location,
    DiagnosticList diagnostics,
    OptionValues? outer = null)
{
    private readonly NodeReader _reader = new(diagnostics);
    private readonly HashSet<OptionKey> _readKeys = [];
    private readonly List<OptionValues> _items = [];

    public DiagnosticList Diagnostics => diagnostics;

    /// <summary>The place of the values in the scenario file, or null for the command line.</summary>
    public SourceSpan? Location => location;

    /// <summary>Creates the option values of a mapping, and reports unknown keys as errors.</summary>
    public static OptionValues Create(
        ConfigNode node, IReadOnlyList<OptionKey> known, DiagnosticList diagnostics, OptionValues? outer = null)
    {
        var nodes = new Dictionary<string, ConfigNode>();
        if (node.Entries is null)
        {
            var error = NodeReader.CreateWrongKindError(node, ConfigNode.MappingShape, $"{known[0].Name}: …");
            diagnostics.Add(node.Span, error);
        }

        foreach (var (name, value) in node.Entries ?? [])
        {
            if (known.Any(key => key.Name == name.Text))
                nodes[name.Text] = value;
            else
                diagnostics.Add(name, UnknownKey.CreateError(name.Text, known));
        }

        return new OptionValues(nodes, known, node.Span, diagnostics, outer);
    }

    /// <summary>
    /// Returns true if the user gave a value for the key. A default value or a value of the outer mapping does not
    /// count.
    /// </summary>
    public bool IsGiven(OptionKey key) => nodes.ContainsKey(key.Name);

    public ConfigNode? GetNode(OptionKey key) => nodes.GetValueOrDefault(key.Name);

    /// <summary>
    /// Gets the place of a key's value in the scenario file. If the key is missing, gets the place where it should be.
    /// </summary>
    public SourceSpan? GetLocation(OptionKey key) => nodes.TryGetValue(key.Name, out var node) ? node.Span : location;

    /// <summary>
    /// Gets the name of a key as the user typed it: the option of the command line, or the key of the scenario file.
    /// </summary>
    public string GetDisplayName(OptionKey key) =>
        nodes.TryGetValue(key.Name, out var node) && node.Span.Line is null ? node.Span.Source : key.Name;

    /// <summary>Reports an error at the first of two mutually exclusive keys if both are given.</summary>
    public void RejectCombination(OptionKey key, OptionKey other)
    {
        if (IsGiven(key) && IsGiven(other))
            diagnostics.Add(GetLocation(key), $"{GetDisplayName(key)} cannot be combined with {GetDisplayName(other)}");
    }

    /// <summary>Reports the errors in the values that the command did not read.</summary>
    public void CheckUnparsedValues()
    {
        foreach (var key in known.Where(key => IsGiven(key) && !_readKeys.Contains(key)))
            key.CheckValue(this);
        foreach (var item in _items)
            item.CheckUnparsedValues();
    }

    /// <returns>
    /// The value of the key; if it is missing or invalid, the default of the key, or else the default of the type.
    /// </returns>
    public T? GetValue<T>(OptionKey<T> key)
    {
        _readKeys.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return outer is not null ? outer.GetValue(key) : GetDefault(key);
        return _reader.ReadText(key, node) is { } text && TryParse(key, text, out var value) ? value : GetDefault(key);
    }

    /// <returns>The values of a repeatable key, without the invalid ones.</returns>
    public IReadOnlyList<T> GetValues<T>(OptionKey<T> key)
    {
        _readKeys.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return outer?.GetValues(key) ?? [];
        var values = new List<T>();
        foreach (var text in _reader.ReadTexts(key, node))
        {
            if (TryParse(key, text, out var value))
                values.Add(value!);
        }

        return values;
    }

    /// <returns>The items of a list; empty if the list is missing or invalid.</returns>
    public IReadOnlyList<OptionValues> GetItems(ListKey key)
    {
        _readKeys.Add(key);
        if (!nodes.TryGetValue(key.Name, out var node))
            return [];
        if (node is { IsText: true, Span.Line: null })
            node = YamlReader.ParseOption(node.Span, diagnostics);
        if (node?.Items is { Count: > 0 } list)
        {
            var outerValues = key.InheritsOuterValues ? this : null;
            OptionValues[] items = [.. list.Select(item => Create(item, key.ItemKeys, diagnostics, outerValues))];
            _items.AddRange(items);
            return items;
        }

        if (node is not null)
            diagnostics.Add(node.Span, NodeReader.CreateWrongKindError(node, "a list", $"- {key.ItemKeys[0].Name}: …"));
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
        key.Default is { } text ? key.Parse(new SourceSpan(text, key.Option)) : default;
}
