namespace TwoTier.Load.Cli.Config.Options;

internal sealed record ConfigNode(SourceSpan Span)
{
    public const string MappingShape = "a mapping of keys to values";

    public IReadOnlyList<ConfigNode>? Items { get; init; }

    public IReadOnlyList<(SourceSpan Name, ConfigNode Value)>? Entries { get; init; }

    /// <summary>True if the scenario file has null or nothing after the key.</summary>
    public bool IsNull { get; init; }

    public bool IsText => Items is null && Entries is null;

    public bool HasText => IsText && !IsNull;

    public string KindName => IsNull ? "nothing"
        : IsText ? $"\"{Span.Text}\""
        : Items is { Count: 0 } ? "an empty list"
        : Items is not null ? "a list"
        : MappingShape;

    public static ConfigNode CreateList(IReadOnlyList<ConfigNode> items) =>
        new(items[0].Span with { Text = string.Join(' ', items.Select(item => item.Span.Text)) }) { Items = items };

    public static ConfigNode CreateArgument(string text) => new(new SourceSpan(text, text));

    public ParseException CreateShapeError(string expected, string? attempt) => ParseException.Create(
        IsNull ? "the value is missing" : $"the value is {KindName}", KindName, expected, attempt);
}
