namespace Experiments.Grids;

/// <summary>What a figure of a variant must be, or the ratio of it to that of another variant.</summary>
internal sealed record GridCheck
{
    public required string Figure { get; init; }
    public required string Variant { get; init; }
    public string? Of { get; init; }
    public double? AtLeast { get; init; }
    public double? AtMost { get; init; }

    /// <summary>The values of an axis in whose cells it must be so; null for all.</summary>
    public IReadOnlyList<string>? In { get; init; }
}

/// <summary>A value of each axis.</summary>
internal sealed record GridCell(IReadOnlyList<KeyValuePair<string, string>> Values)
{
    public string Name => string.Join(", ", Values.Select(axis => $"{axis.Key} {axis.Value}"));

    public bool LimitsMemory => GetNumber("memory") is not null;

    public double? GetNumber(string axis) =>
        Values.FirstOrDefault(value => value.Key == axis).Value is { } text
            ? double.Parse(text, CultureInfo.InvariantCulture) : null;
}
