using YamlDotNet.RepresentationModel;

namespace Studies.LoadTool;

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
        if (!root.Children.TryGetValue("vary", out var values) || values is not YamlSequenceNode { Children: var items })
            return [];
        string[] texts = [.. items.Cast<YamlScalarNode>().Select(item => item.Value!)];
        return texts[0].StartsWith(Prefix, StringComparison.Ordinal)
            ? [.. texts.Select((text, index) => Create((index is 0 ? text[Prefix.Length..] : text).Split('@', 2)))]
            : [];
    }

    private static ScenarioStrategy Create(string[] parts) => new(parts[0], parts.ElementAtOrDefault(1));
}
