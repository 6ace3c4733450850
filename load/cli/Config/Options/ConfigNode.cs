namespace TwoTier.Load.Cli.Config.Options;

/// <summary>A value in a scenario file or of a command line option: a text, a list or a mapping.</summary>
internal sealed record ConfigNode(SourceSpan Span)
{
    public const string MappingShape = "a mapping of keys to values";

    /// <summary>The items of a list; null if the value is not a list.</summary>
    public IReadOnlyList<ConfigNode>? Items { get; init; }

    /// <summary>The entries of a mapping; null if the value is not a mapping.</summary>
    public IReadOnlyList<(SourceSpan Name, ConfigNode Value)>? Entries { get; init; }

    /// <summary>True if the scenario file has null or nothing after the key.</summary>
    public bool IsNull { get; init; }

    public static ConfigNode CreateList(IReadOnlyList<ConfigNode> items) =>
        new(items[0].Span with { Text = string.Join(' ', items.Select(item => item.Span.Text)) }) { Items = items };

    public static ConfigNode CreateArgument(string text) => new(new SourceSpan(text, text));

    public bool IsText => Items is null && Entries is null;

    public string KindName => IsNull ? "nothing"
        : IsText ? $"\"{Span.Text}\""
        : Items is { Count: 0 } ? "an empty list"
        : Items is not null ? "a list"
        : MappingShape;
}
