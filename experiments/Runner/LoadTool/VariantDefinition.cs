namespace Experiments.LoadTool;

/// <summary>A variant that the load tool compares, in the form that its option --vary accepts.</summary>
internal sealed record VariantDefinition(string Name, string Url = "", string? Query = null)
{
    public static JsonSerializerOptions Options { get; } = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    public string? Summary { get; init; }

    /// <summary>The addresses of the processes to monitor while this variant is loaded, keyed by name.</summary>
    public Dictionary<string, string>? Monitor { get; init; }

    /// <summary>Formats variants as JSON, which the load tool can read because it is also valid YAML.</summary>
    public static string Format(IEnumerable<VariantDefinition> variants) => JsonSerializer.Serialize(variants, Options);
}

/// <summary>Reads the variants that a scenario compares, from its key <c>vary</c>.</summary>
internal static class ScenarioVariants
{
    private const string Parameter = "strategy=";

    /// <summary>Reads the variants of a scenario in load/scenarios, or of a file.</summary>
    public static IReadOnlyList<VariantDefinition> Read(string scenario) =>
        Parse(File.ReadAllText(ProgramLocator.GetScenarioPath(scenario)));

    public static IReadOnlyList<VariantDefinition> Parse(string yaml) =>
    [
        .. StrictYaml.Read<JsonElement>("vary", yaml).GetProperty("vary").EnumerateArray()
            .Select(item => item.ValueKind is JsonValueKind.Object
                ? item.Deserialize<VariantDefinition>(VariantDefinition.Options)! : Create($"{item}")),
    ];

    /// <summary>Creates a variant from the name of a strategy, perhaps with strategy= before it, or @address.</summary>
    public static VariantDefinition Create(string item)
    {
        var parts = item.Replace(Parameter, "", StringComparison.Ordinal).Split('@', 2);
        return new VariantDefinition(parts[0], parts.ElementAtOrDefault(1) ?? "", Parameter + parts[0]);
    }
}
