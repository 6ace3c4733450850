namespace TwoTier.Load.Cli.Config.Options;

/// <summary>A value in a scenario file or of a command line option: a text, a list or a mapping.</summary>
internal sealed record ConfigNode(SourceSpan Span)
{
    /// <summary>The words with which error messages call a YAML mapping.</summary>
    public const string MappingShape = "a mapping of keys to values";

    /// <summary>The items of a list; null if the value is not a list.</summary>
    public IReadOnlyList<ConfigNode>? Items { get; init; }

    /// <summary>The entries of a mapping; null if the value is not a mapping.</summary>
    public IReadOnlyList<(SourceSpan Name, ConfigNode Value)>? Entries { get; init; }

    /// <summary>True if the scenario file has null or nothing after the key.</summary>
    public bool IsNull { get; init; }

    public bool IsText => Items is null && Entries is null;

    public bool HasText => IsText && !IsNull;

    /// <summary>The name of the type of the value, such as "an empty list", for error messages.</summary>
    public string KindName => IsNull ? "nothing"
        : IsText ? $"\"{Span.Text}\""
        : Items is { Count: 0 } ? "an empty list"
        : Items is not null ? "a list"
        : MappingShape;

    /// <summary>Creates the value of an argument or an option that can be repeated.</summary>
    public static ConfigNode CreateList(IReadOnlyList<ConfigNode> items) =>
        new(items[0].Span with { Text = string.Join(' ', items.Select(item => item.Span.Text)) }) { Items = items };

    /// <summary>Creates the value of an argument, which errors name by its text.</summary>
    public static ConfigNode CreateArgument(string text) => new(new SourceSpan(text, text));

    /// <summary>Creates the error for a value of the wrong shape, such as a list instead of a text.</summary>
    public ParseException CreateShapeError(string expected, string? attempt) => ParseException.Create(
        IsNull ? "the value is missing" : $"the value is {KindName}", KindName, expected, attempt);
}
