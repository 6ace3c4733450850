using YamlDotNet.RepresentationModel;

namespace Studies.LoadTool;

/// <summary>A variant that the load tool compares, in the form that its option --vary accepts.</summary>
internal sealed record VariantDefinition(string Name, string Url, string? Query = null)
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    public string? Summary { get; init; }

    /// <summary>The addresses of the processes to monitor while this variant is loaded, keyed by name.</summary>
    public IReadOnlyDictionary<string, string>? Monitor { get; init; }

    /// <summary>Formats variants as JSON, which the load tool can read because it is also valid YAML.</summary>
    public static string Format(IEnumerable<VariantDefinition> variants) => JsonSerializer.Serialize(variants, Options);
}

internal sealed record ScenarioStrategy(string Name, string? Url)
{
    private const string Prefix = "strategy=";

    /// <summary>Reads the strategies that a scenario in load/scenarios compares, from its key <c>vary</c>.</summary>
    public static IReadOnlyList<ScenarioStrategy> ReadAll(string scenario) =>
        Parse(File.ReadAllText(ProgramLocator.GetScenarioPath(scenario))) is { Count: > 0 } strategies
            ? strategies
            : throw new StudyException($"The scenario {scenario} compares no strategies.");

    public static IReadOnlyList<ScenarioStrategy> Parse(string yaml)
    {
        var stream = new YamlStream();
        stream.Load(new StringReader(yaml));
        var root = (YamlMappingNode)stream.Documents[0].RootNode;
        if (!root.Children.TryGetValue("vary", out var node) || node is not YamlSequenceNode { Children: var items })
            return [];
        string[] texts = [.. items.Cast<YamlScalarNode>().Select(item => item.Value!)];
        return texts[0].StartsWith(Prefix, StringComparison.Ordinal)
            ? [.. texts.Select((text, index) => Create((index is 0 ? text[Prefix.Length..] : text).Split('@', 2)))]
            : [];
    }

    private static ScenarioStrategy Create(string[] parts) => new(parts[0], parts.ElementAtOrDefault(1));
}
