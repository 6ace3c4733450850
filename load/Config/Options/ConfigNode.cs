using Load.Diagnostics;

namespace Load.Config.Options;

/// <summary>A value as it was written: a text, a list, or values with names.</summary>
/// <param name="Span">The text; of a list and of names just their place.</param>
internal sealed record ConfigNode(SourceSpan Span)
{
    public IReadOnlyList<ConfigNode>? Items { get; init; }

    public IReadOnlyList<(SourceSpan Name, ConfigNode Value)>? Entries { get; init; }

    /// <summary>Nothing was written where a value should be, or null.</summary>
    public bool IsNothing { get; init; }

    public bool IsText => Items is null && Entries is null;

    public string Shape => IsNothing ? "nothing"
        : IsText ? $"\"{Span.Text}\""
        : Items is { Count: 0 } ? "an empty list"
        : Items is not null ? "a list"
        : "names with values";
}
