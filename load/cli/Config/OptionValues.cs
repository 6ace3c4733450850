namespace TwoTier.Load.Cli.Config;

/// <summary>
/// The values of the keys in a scenario file and on the command line, by name. An invalid value is reported as a
/// diagnostic and replaced by the default, so that reading continues and finds all errors.
/// </summary>
internal sealed class OptionValues(
    IReadOnlyDictionary<string, ConfigNode> nodes,
    SourceSpan? location,
    DiagnosticList diagnostics,
    Settings? outer = null)
{
    private readonly NodeReader _reader = new(diagnostics);

    public static OptionValues Empty { get; } = new(new Dictionary<string, ConfigNode>(), null, new DiagnosticList());

    public DiagnosticList Diagnostics => diagnostics;

    /// <summary>The place of the values in the scenario file, or null for the command line.</summary>
    public SourceSpan? Location => location;

    public static Dictionary<string, ConfigNode> GetNodes(
        ConfigNode node, IReadOnlyList<OptionKey> known, DiagnosticList diagnostics)
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

        return nodes;
    }

    public bool IsGiven(string name) => nodes.ContainsKey(name);

    public SourceSpan? GetLocation(string name) => nodes.TryGetValue(name, out var node) ? node.Span : location;

    public string GetDisplayName(string name) =>
        nodes.TryGetValue(name, out var node) && node.Span.Line is null ? node.Span.Source : name;

    public void RejectCombination(string name, string other)
    {
        if (IsGiven(name) && IsGiven(other))
        {
            diagnostics.Add(
                GetLocation(name), $"{GetDisplayName(name)} cannot be combined with {GetDisplayName(other)}");
        }
    }

    public T Bind<T>()
        where T : Settings => (T)Bind(typeof(T));

    private Settings Bind(Type type)
    {
        var settings = (Settings)Activator.CreateInstance(type)!;
        settings.Values = this;
        foreach (var key in OptionKey.GetAll(type))
            key.Property.SetValue(settings, key.IsRepeatable ? ReadAll(key, settings) : Read(key));
        return settings;
    }

    private object? Read(OptionKey key)
    {
        if (!nodes.TryGetValue(key.Name, out var node))
            return GetOuterOrDefault(key);
        return _reader.ReadText(key, node) is { } text && TryParse(key, text, out var value) ? value : GetDefault(key);
    }

    private object? ReadAll(OptionKey key, Settings settings)
    {
        if (!nodes.TryGetValue(key.Name, out var node))
            return GetOuterOrDefault(key) ?? Array.CreateInstance(key.ValueType, 0);
        var values = new List<object?>();
        if (key.IsListOfItems && ReadItems(key, node) is { } items)
        {
            values.AddRange(items.Select(item =>
                new OptionValues(GetNodes(item, key.ItemKeys, diagnostics), item.Span, diagnostics, settings)
                    .Bind(key.ValueType)));
        }
        else if (key.Info.Parser is not null && key.IsListOfItems)
        {
            if (_reader.ReadText(key, node) is { } line && TryParse(key, line, out var parsed))
                values.AddRange((IEnumerable<object>)parsed!);
        }
        else if (!key.IsListOfItems)
        {
            foreach (var text in _reader.ReadTexts(key, node))
            {
                if (TryParse(key, text, out var value))
                    values.Add(value);
            }
        }

        var array = Array.CreateInstance(key.ValueType, values.Count);
        for (var i = 0; i < values.Count; i++)
            array.SetValue(values[i], i);
        return array;
    }

    // Gets the items of a list; null if the value is a line of text that the key understands too, or is not valid.
    private IReadOnlyList<ConfigNode>? ReadItems(OptionKey key, ConfigNode node)
    {
        if (key.Info.Parser is not null && IsText(node))
            return null;
        if (node is { IsText: true, Span.Line: null })
        {
            if (YamlReader.ParseOption(node.Span, diagnostics) is not { } parsed)
                return [];
            node = parsed;
        }

        if (node.Items is { Count: > 0 } items)
            return items;
        diagnostics.Add(node.Span, NodeReader.CreateWrongKindError(node, "a list", $"- {key.ItemKeys[0].Name}: …"));
        return [];
    }

    private static bool IsText(ConfigNode node) => node.Items is { Count: > 0 } items
        ? items.All(item => item.IsText)
        : node.IsText && !node.Span.Text.StartsWith('[');

    // An item of a list has the outer value of a key that both have from the same record.
    private object? GetOuterOrDefault(OptionKey key) =>
        outer is not null && key.Property.DeclaringType!.IsInstanceOfType(outer)
            ? key.Property.GetValue(outer)
            : GetDefault(key);

    private bool TryParse(OptionKey key, SourceSpan text, out object? value)
    {
        try
        {
            value = key.Parse(text);
            return true;
        }
        catch (FormatException e)
        {
            diagnostics.Add(text, e, key.Name);
            value = null;
            return false;
        }
    }

    private static object? GetDefault(OptionKey key) =>
        key.Info.Default is { } text ? key.Parse(new SourceSpan(text, key.Option)) : null;
}
