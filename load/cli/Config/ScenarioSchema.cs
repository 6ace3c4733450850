using System.Text.Json;
using System.Text.Json.Nodes;

namespace TwoTier.Load.Cli.Config;

/// <summary>
/// The JSON Schema of scenario files, with which editors complete and validate such files. The load tool checks
/// scenario files more strictly than the schema does.
/// </summary>
internal static class ScenarioSchema
{
    private static readonly JsonSerializerOptions IndentedOutput = new() { WriteIndented = true, NewLine = "\n" };

    public static string Text { get; } = new JsonObject
    {
        ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
        ["title"] = "Scenario of the load tool",
        ["description"] = "Every key is also an option: see load run --help and load compare --help.",
        ["type"] = "object",
        ["additionalProperties"] = false,
        ["properties"] = CreateProperties(OptionCatalog.All),
    }.ToJsonString(IndentedOutput) + "\n";

    private static JsonObject CreateProperties(IEnumerable<OptionKey> keys) =>
        [.. keys.Select(key => KeyValuePair.Create<string, JsonNode?>(key.Name, CreateProperty(key)))];

    private static JsonObject CreateProperty(OptionKey key)
    {
        var shape = key switch
        {
            ListKey list => CreateList(new JsonObject
            {
                ["type"] = "object",
                ["additionalProperties"] = false,
                ["properties"] = CreateProperties(list.ItemKeys),
            }),
            { IsSwitch: true } => new JsonObject { ["type"] = "boolean" },
            _ => new JsonObject { ["anyOf"] = new JsonArray([.. CreateValueSchemas(key)]) },
        };
        shape["description"] = key.Help;
        if (key.Default is { } standard)
            shape["default"] = standard;
        return shape;
    }

    // Creates a JSON Schema for each form in which NodeReader accepts the value of an option key.
    private static IEnumerable<JsonNode> CreateValueSchemas(OptionKey key)
    {
        yield return CreateText();
        yield return CreateList(CreateText());
        if (key.NameSeparator is not null)
            yield return new JsonObject { ["type"] = "object", ["additionalProperties"] = CreateText() };
    }

    private static JsonObject CreateList(JsonNode items) => new() { ["type"] = "array", ["items"] = items };

    private static JsonObject CreateText() => new() { ["type"] = new JsonArray("string", "number") };
}
