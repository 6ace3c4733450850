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
    // The length of ": ", which separates a name from its value in a scenario file.
    private const int ColonLength = 2;

    public static OptionValues Empty { get; } = new(new Dictionary<string, ConfigNode>(), null, new DiagnosticList());

    public DiagnosticList Diagnostics => diagnostics;

    /// <summary>The place of the values in the scenario file, or null for the command line.</summary>
    public SourceSpan? Location => location;

    public static Dictionary<string, ConfigNode> GetNodes(
        ConfigNode node, IReadOnlyList<OptionKey> known, DiagnosticList diagnostics)
    {
        var nodes = new Dictionary<string, ConfigNode>();
        if (node.Entries is null)
            diagnostics.Add(node.Span, node.CreateShapeError(ConfigNode.MappingShape, $"{known[0].Name}: …"));
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

    /// <summary>Gets the place of a key's value in the scenario file, or the place where it should be.</summary>
    public SourceSpan? GetLocation(string name) => nodes.TryGetValue(name, out var node) ? node.Span : location;

    /// <summary>Gets the option of the command line as the user typed it, or the key of the scenario file.</summary>
    public string GetDisplayName(string name) =>
        nodes.TryGetValue(name, out var node) && node.Span.Line is null ? node.Span.Source : name;

    /// <summary>Reports an error at the first of two mutually exclusive keys if both are given.</summary>
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
            key.Property.SetValue(settings, Read(key, settings));
        return settings;
    }

    private object? Read(OptionKey key, Settings settings)
    {
        if (!nodes.TryGetValue(key.Name, out var node))
        {
            // An item of a list has the outer value of a key that both have from the same record.
            var value = outer is not null && key.Property.DeclaringType!.IsInstanceOfType(outer)
                ? key.Property.GetValue(outer)
                : GetDefault(key);
            return value ?? (key.IsRepeatable ? Array.CreateInstance(key.ValueType, 0) : null);
        }

        if (!key.IsRepeatable)
            return ParseAll(key, [ReadText(key, node)]) is [var only] ? only : GetDefault(key);
        object?[] values = !key.IsListOfItems ? ParseAll(key, ReadTexts(key, node))
            : ReadItems(key, node) is not { } items
                ? [.. ParseAll(key, [ReadText(key, node)]).SelectMany(line => (IEnumerable<object>)line!)]
            : [
                .. items.Select(item =>
                    new OptionValues(GetNodes(item, key.ItemKeys, diagnostics), item.Span, diagnostics, settings)
                        .Bind(key.ValueType)),
            ];
        var array = Array.CreateInstance(key.ValueType, values.Length);
        values.CopyTo(array, 0);
        return array;
    }

    // Gets the items of a list; null if the value is a line of text that the key understands too.
    private IReadOnlyList<ConfigNode>? ReadItems(OptionKey key, ConfigNode node)
    {
        if (key.Info.Parser is not null && IsLine(node))
            return null;
        if (node is { IsText: true, Span.Line: null })
        {
            if (YamlReader.ParseOption(node.Span, diagnostics) is not { } parsed)
                return [];
            node = parsed;
        }

        if (node.Items is { Count: > 0 } items)
            return items;
        diagnostics.Add(node.Span, node.CreateShapeError("a list", $"- {key.ItemKeys[0].Name}: …"));
        return [];
    }

    private static bool IsLine(ConfigNode node) => node.Items is { Count: > 0 } items
        ? items.All(item => item.IsText)
        : node.IsText && !node.Span.Text.StartsWith('[');

    // Reads the texts of a repeatable key. If the texts have names, such as headers, they may be written as a mapping.
    private IEnumerable<SourceSpan?> ReadTexts(OptionKey key, ConfigNode node)
    {
        if (node.HasText)
            return Split(key, node.Span);
        if (node.Items is { Count: > 0 } items)
            return items.Select(item => ReadText(key, item)).OfType<SourceSpan>().SelectMany(text => Split(key, text));
        if (key.Info.NameSeparator is { } separator && node.Entries is { Count: > 0 } entries)
            return entries.Select(entry => Join(key, entry.Name, separator, entry.Value));
        AddShapeError(key, node, "a single value or a list of values");
        return [];
    }

    // Reads a value that is one text. A comma-separated text may be written as a list.
    private SourceSpan? ReadText(OptionKey key, ConfigNode node)
    {
        if (node.HasText)
            return node.Span;
        if (key.Info.IsCommaSeparated && node.Items is { Count: > 0 } items && items.All(item => item.HasText))
            return node.Span with { Text = string.Join(',', items.Select(item => item.Span.Text)) };
        AddShapeError(key, node, "a single value");
        return null;
    }

    private void AddShapeError(OptionKey key, ConfigNode node, string expected) => diagnostics.Add(
        node.Span,
        node.Span.Text.StartsWith("{{{", StringComparison.Ordinal)
            ? ParseException.Create(
                "a value that begins with {{{ needs quotes",
                node.KindName,
                expected,
                $"{key.Name}: \"{node.Span.Text.TrimEnd()}\"")
            : node.CreateShapeError(expected, key.Info.Default));

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

    private object?[] ParseAll(OptionKey key, IEnumerable<SourceSpan?> texts)
    {
        var values = new List<object?>();
        foreach (var text in texts.OfType<SourceSpan>())
        {
            try
            {
                values.Add(key.Parse(text));
            }
            catch (FormatException e)
            {
                diagnostics.Add(text, e, key.Name);
            }
        }

        return [.. values];
    }

    private static object? GetDefault(OptionKey key) =>
        key.Info.Default is { } text ? key.Parse(new SourceSpan(text, key.Option)) : null;
}
