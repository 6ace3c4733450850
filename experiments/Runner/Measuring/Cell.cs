namespace Experiments.Measuring;

/// <summary>A value of each condition.</summary>
internal sealed record Cell(IReadOnlyList<KeyValuePair<string, string>> Values)
{
    public string Name => string.Join(", ", Values.Select(condition => $"{condition.Key} {condition.Value}"));

    public double? GetNumber(string condition) =>
        Values.FirstOrDefault(value => value.Key == condition).Value is { } text
            ? double.Parse(text, CultureInfo.InvariantCulture) : null;
}

/// <summary>
/// What one start measured of a variant in a cell: its words are the values of the conditions, and then the variant. A
/// figure that was not measured is missing.
/// </summary>
internal sealed record Row(IReadOnlyDictionary<string, string> Words)
{
    public const string VariantWord = "variant";

    public Dictionary<string, double> Figures { get; init; } = [];

    /// <summary>Whole numbers that a script has counted, which are added over starts.</summary>
    public IReadOnlyDictionary<string, long> Counts { get; init; } = new Dictionary<string, long>();

    /// <summary>What a script says of its figures.</summary>
    public string? Text { get; init; }

    /// <summary>What became of the process, if it did not survive.</summary>
    public string? Otherwise { get; init; }

    /// <summary>Why this is no measurement, although there are figures; null if it is one.</summary>
    public string? Fault { get; init; }

    [JsonIgnore]
    public string Variant => Words.Last().Value;

    [JsonIgnore]
    public string Cell => string.Join(", ", Words.SkipLast(1).Select(word => $"{word.Key} {word.Value}"));

    public double? Read(string figure) => Figures.TryGetValue(figure, out var value) ? value : null;
}
