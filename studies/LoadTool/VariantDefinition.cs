using System.Text.Json;
using System.Text.Json.Serialization;

namespace Studies.LoadTool;

/// <summary>A variant of a comparison, as the option --variants takes it.</summary>
/// <param name="Name">The name of the variant.</param>
/// <param name="Url">The base address of the target.</param>
/// <param name="Query">The query that the variant adds; null for none.</param>
internal sealed record VariantDefinition(string Name, string Url, string? Query = null)
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    /// <summary>A sentence for the report.</summary>
    public string? Summary { get; init; }

    /// <summary>Processes to monitor while this variant is loaded: address by name.</summary>
    public IReadOnlyDictionary<string, string>? Monitor { get; init; }

    /// <summary>Formats variants as JSON, which the load tool reads as YAML.</summary>
    public static string Format(IEnumerable<VariantDefinition> variants) => JsonSerializer.Serialize(variants, Options);
}
