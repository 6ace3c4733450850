using System.Text.Json;
using System.Text.Json.Nodes;

namespace TwoTier.Load.Cli.Config;

internal static class ScenarioSchema
{
    private static readonly JsonSerializerOptions IndentedOutput = new() { WriteIndented = true, NewLine = "\n" };

    public static string Text { get; } = new JsonObject
    {
        ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
        ["title"] = "Scenario of the load tool",
        ["description"] = "A key is also an option of the same name: see load run --help all and load compare --help all.",
        ["type"] = "object",
        ["additionalProperties"] = false,
        ["properties"] = CreateProperties(OptionCatalog.ScenarioKeys),
    }.ToJsonString(IndentedOutput) + "\n";

    private static JsonObject CreateProperties(IEnumerable<OptionKey> keys) =>
        [.. keys.Select(key => KeyValuePair.Create<string, JsonNode?>(key.Name, CreateProperty(key)))];

    private static JsonObject CreateProperty(OptionKey key)
    {
        JsonObject shape = key.IsSwitch
            ? new() { ["type"] = "boolean" }
            : new() { ["anyOf"] = new JsonArray([.. CreateValueSchemas(key)]) };
        shape["description"] = key.Info.Help;
        if (key.Info.Default is { } standard)
            shape["default"] = standard;
        return shape;
    }

    // Creates a JSON Schema for each form in which the tool accepts the value of an option key.
    private static IEnumerable<JsonNode> CreateValueSchemas(OptionKey key)
    {
        if (key.IsListOfItems)
        {
            yield return CreateList(new JsonObject
            {
                ["type"] = "object",
                ["additionalProperties"] = false,
                ["properties"] = CreateProperties(key.ItemKeys),
            });
            if (key.Info.Parser is null)
                yield break;
        }

        yield return CreateText();
        yield return CreateList(CreateText());
        if (key.Info.NameSeparator is not null)
            yield return new JsonObject { ["type"] = "object", ["additionalProperties"] = CreateText() };
    }

    private static JsonObject CreateList(JsonNode items) => new() { ["type"] = "array", ["items"] = items };

    private static JsonObject CreateText() => new() { ["type"] = new JsonArray("string", "number") };
}
