using TwoTier.Load.Scenarios;

namespace Experiments.LoadTool;

/// <summary>A variant that the load tool compares, in the form that its option --vary accepts.</summary>
internal sealed record VariantDefinition(string Name, string Url = "", string? Query = null)
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    public string? Summary { get; init; }

    /// <summary>The addresses of the processes to monitor while this variant is loaded, keyed by name.</summary>
    public Dictionary<string, string>? Monitor { get; init; }

    /// <summary>Formats variants as JSON, which the load tool can read because it is also valid YAML.</summary>
    public static string Format(IEnumerable<VariantDefinition> variants) => JsonSerializer.Serialize(variants, Options);

    /// <summary>Reads the variants (vary) of a scenario in load/scenarios, or of a file.</summary>
    public static IReadOnlyList<VariantDefinition> ReadAll(string scenario) =>
    [
        .. from variant in Scenario.Read("", ScenarioFile.Open(ProgramLocator.GetScenarioPath(scenario)), []).Variants
           select new VariantDefinition(variant.Name!, variant.Url ?? "", variant.Query) { Summary = variant.Summary },
    ];
}
