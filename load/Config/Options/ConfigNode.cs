using Load.Diagnostics;

namespace Load.Config.Options;

/// <summary>A value of a scenario file or of an option: a text, a list or a mapping.</summary>
/// <param name="Span">The text; for a list or a mapping, where it starts.</param>
internal sealed record ConfigNode(SourceSpan Span)
{
    /// <summary>The items of a list; null for other values.</summary>
    public IReadOnlyList<ConfigNode>? Items { get; init; }

    /// <summary>The entries of a mapping; null for other values.</summary>
    public IReadOnlyList<(SourceSpan Name, ConfigNode Value)>? Entries { get; init; }

    /// <summary>True if a file has null or nothing after the key.</summary>
    public bool IsNothing { get; init; }

    public bool IsText => Items is null && Entries is null;

    /// <summary>The kind of the value for error messages.</summary>
    public string Shape => IsNothing ? "nothing"
        : IsText ? $"\"{Span.Text}\""
        : Items is { Count: 0 } ? "an empty list"
        : Items is not null ? "a list"
        : "keys with values";
}
